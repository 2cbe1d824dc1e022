import type { PlanItem, PlanItemStatus } from '../model/session-event.ts';

const STATUSES: Readonly<Record<string, PlanItemStatus>> = {
  pending: 'pending',
  todo: 'pending',
  open: 'pending',
  blocked: 'pending',
  in_progress: 'in_progress',
  active: 'in_progress',
  completed: 'completed',
  complete: 'completed',
  done: 'completed',
  closed: 'completed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  skipped: 'cancelled',
};

/** The model's status of an agent's word for it; an unknown word is open work. */
export function planStatus(word: unknown): PlanItemStatus {
  if (typeof word !== 'string') return 'pending';
  const key = word.trim().toLowerCase().replace(/[\s-]/g, '_');
  return Object.hasOwn(STATUSES, key) ? (STATUSES[key] ?? 'pending') : 'pending';
}

/**
 * The items of a todo list kept as text: Markdown check boxes (`- [x] text`, `[~]` or `[-]` in progress) or a status word in
 * brackets (`1. [in_progress] text`, Droid). Other lines are no items.
 */
export function checklistItems(text: string): PlanItem[] {
  const items: PlanItem[] = [];
  for (const match of text.matchAll(
    /^[ \t]*(?:[-*+]|\d{1,4}[.)])?[ \t]*\[([^\]\n]{0,20})\][ \t]+(.*\S)[ \t\r]*$/gm,
  )) {
    const mark = (match[1] ?? '').trim();
    items.push({ text: match[2] ?? '', status: markStatus(mark) });
  }
  return items;
}

function markStatus(mark: string): PlanItemStatus {
  if (mark === '') return 'pending';
  if (/^[xX✓✔]$/.test(mark)) return 'completed';
  return /^[~>\-/]$/.test(mark) ? 'in_progress' : planStatus(mark);
}
