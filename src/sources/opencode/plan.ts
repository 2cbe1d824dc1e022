import type { PlanItem, PlanItemStatus } from '../../model/session-event.ts';
import { list, nonEmpty, record } from '../fields.ts';

const STATUSES: ReadonlySet<unknown> = new Set<PlanItemStatus>([
  'pending',
  'in_progress',
  'completed',
  'cancelled',
]);

/** `[{content, status}]`, as in `todowrite` and in the todo table. */
export function planItems(todos: unknown): PlanItem[] {
  return list(todos).flatMap((entry) => {
    const todo = record(entry);
    const text = nonEmpty(todo?.['content']);
    const status = STATUSES.has(todo?.['status']) ? (todo?.['status'] as PlanItemStatus) : 'pending';
    return text ? [{ text, status }] : [];
  });
}
