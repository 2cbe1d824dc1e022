import type { PlanItem, PlanItemStatus } from '../../model/session-event.ts';
import { list, nonEmpty, record } from '../fields.ts';

/** Items of `write_todos` (`description`) and `todo_write` (`content`); entries without text are left out. */
export function planItems(todos: unknown): PlanItem[] {
  const items: PlanItem[] = [];
  for (const todo of list(todos)) {
    const fields = record(todo);
    const text = nonEmpty(fields?.['description']) ?? nonEmpty(fields?.['content']);
    if (text !== undefined) items.push({ text, status: planStatus(fields?.['status']) });
  }
  return items;
}

function planStatus(status: unknown): PlanItemStatus {
  if (status === 'in_progress' || status === 'completed' || status === 'cancelled') return status;
  // Tasks of the tracker are open, in_progress, blocked or closed.
  return status === 'closed' ? 'completed' : 'pending';
}

export function samePlan(left: readonly PlanItem[], right: readonly PlanItem[]): boolean {
  return (
    left.length === right.length &&
    left.every((item, index) => item.text === right[index]?.text && item.status === right[index]?.status)
  );
}

/**
 * The task tracker of Gemini CLI (`experimental.taskTracker`), replayed: every call shows the whole list, sorted by
 * status; tasks stay in the order in which they first appeared.
 */
export class TaskTracker {
  readonly #tasks = new Map<string, PlanItem>();

  get items(): PlanItem[] {
    return [...this.#tasks.values()].map((item) => ({ ...item }));
  }

  /** Takes in what one tracker call's display shows: `task: title (id)`, children indented. */
  show(todos: unknown): boolean {
    const before = this.items;
    for (const item of planItems(todos)) {
      const task = /^\s*\w+: (.*) \(([\w-]+)\)$/s.exec(item.text);
      if (task) this.#tasks.set(task[2] ?? '', { text: task[1] ?? '', status: item.status });
    }
    return !samePlan(before, this.items);
  }

  /** Takes in a task file (`tracker/<id>.json`). */
  load(task: unknown): void {
    const fields = record(task);
    const id = nonEmpty(fields?.['id']);
    const text = nonEmpty(fields?.['title']);
    if (id !== undefined && text !== undefined)
      this.#tasks.set(id, { text, status: planStatus(fields?.['status']) });
  }
}
