import type { PythonObject, PythonValue } from './python-json.ts';
import { carriedSummary, isObject, SUMMARY_PREFIX, summarizeArchive } from './summary.ts';

/**
 * What happens to messages beyond the active window.
 * - `compact`: moved to `archived_messages`, one summary message at the head stands for them. Nothing is lost.
 * - `truncate`: dropped for good.
 * - `keep-all`: the window grows without bound.
 */
export type RetentionPolicy = 'compact' | 'truncate' | 'keep-all';

export interface Retention {
  policy: RetentionPolicy;
  /** Messages kept in the window; 0 or less for no bound. */
  activeWindow: number;
}

/** As in Python (session/store): a summary at the head comes on top of the window. */
export const DEFAULT_RETENTION: Retention = { policy: 'compact', activeWindow: 100 };

const POLICIES: ReadonlyMap<string | undefined, RetentionPolicy> = new Map([
  ['compact', 'compact'],
  ['truncate', 'truncate'],
  ['keep_all', 'keep-all'],
]);

/** Python's own variables; values that it would refuse leave the default. */
export function retentionFrom(variables: Readonly<Record<string, string | undefined>>): Retention {
  const window = variables['PRAISONAI_SESSION_ACTIVE_WINDOW']?.trim() ?? '';
  return {
    policy: POLICIES.get(variables['PRAISONAI_SESSION_RETENTION']) ?? DEFAULT_RETENTION.policy,
    activeWindow: /^[+-]?\d+$/.test(window) ? Number(window) : DEFAULT_RETENTION.activeWindow,
  };
}

/** Changes `messages`, `archived_messages`, `last_compaction` and old snapshots of the session in place. */
export function applyRetention(session: PythonObject, retention: Retention, timestamp: PythonValue): void {
  const messages = Array.isArray(session['messages']) ? session['messages'] : [];
  const { policy, activeWindow } = retention;
  if (policy === 'keep-all' || activeWindow <= 0 || messages.length <= activeWindow) return;
  const recent = messages.slice(windowStart(messages, activeWindow));
  const overflow = messages.slice(0, messages.length - recent.length);
  const kept = policy === 'truncate' ? recent : [...compactOverflow(session, overflow, timestamp), ...recent];
  session['messages'] = kept;
  shiftCompactionAnchor(session, messages.length - kept.length);
  invalidateOldSnapshots(session, messages, kept);
}

/** A window must not begin with the result of a call that it does not hold: model services refuse such a history. */
function windowStart(messages: readonly PythonValue[], activeWindow: number): number {
  const start = messages.length - activeWindow;
  let nudged = start;
  while (nudged < messages.length && roleOf(messages[nudged]) === 'tool') nudged++;
  return nudged < messages.length ? nudged : start;
}

function roleOf(message: PythonValue | undefined): PythonValue | undefined {
  return isObject(message) ? message['role'] : undefined;
}

/** The messages that take the overflow's place: one summary. */
function compactOverflow(
  session: PythonObject,
  overflow: readonly PythonValue[],
  timestamp: PythonValue,
): PythonValue[] {
  const head = overflow[0];
  const previous = isObject(head) && isSummary(head) ? head : undefined;
  const moved = previous === undefined ? overflow : overflow.slice(1);
  if (moved.length === 0) return previous === undefined ? [] : [previous];
  const archive = [
    ...(Array.isArray(session['archived_messages']) ? session['archived_messages'] : []),
    ...moved,
  ];
  session['archived_messages'] = archive;
  const before = previous === undefined ? 0 : compactedCount(previous);
  // A summary of messages that the archive does not hold is carried on; any other one is made anew from the archive.
  const lost = before > archive.length - moved.length;
  const earlier = lost && previous !== undefined ? carriedSummary(summaryText(previous)) : undefined;
  const summary = {
    role: 'system',
    content: summarizeArchive(archive, earlier),
    timestamp,
    metadata: { compaction: true, compacted_count: before + moved.length },
  };
  return [summary];
}

export function isSummary(message: PythonObject): boolean {
  return isObject(message['metadata']) && message['metadata']['compaction'] === true;
}

function compactedCount(summary: PythonObject): number {
  const count = isObject(summary['metadata']) ? summary['metadata']['compacted_count'] : undefined;
  return typeof count === 'number' && count > 0 ? Math.floor(count) : 0;
}

function summaryText(summary: PythonObject): string {
  const content = typeof summary['content'] === 'string' ? summary['content'] : '';
  return content.startsWith(SUMMARY_PREFIX) ? content.slice(SUMMARY_PREFIX.length) : content;
}

/** `last_compaction.message_index` counts messages from the head, which just moved. */
function shiftCompactionAnchor(session: PythonObject, dropped: number): void {
  const compaction = session['last_compaction'];
  if (dropped <= 0 || !isObject(compaction) || typeof compaction['message_index'] !== 'number') return;
  compaction['message_index'] = Math.max(0, compaction['message_index'] - dropped);
}

/**
 * Old snapshots hold only an index into the messages; Python marks those whose place moved, so that it never restores
 * a wrong history (session/hierarchy). Newer ones carry the transcript itself.
 */
function invalidateOldSnapshots(
  session: PythonObject,
  before: readonly PythonValue[],
  after: readonly PythonValue[],
): void {
  const snapshots = session['snapshots'];
  for (const snapshot of Array.isArray(snapshots) ? snapshots : []) {
    if (!isObject(snapshot) || isObject(snapshot['transcript']) || isObject(snapshot['transcript_refs']))
      continue;
    const index = snapshot['message_index'];
    if (typeof index !== 'number' || index < 0) continue;
    const moved = before.slice(0, index + 1).some((message, position) => message !== after[position]);
    if (moved || index >= after.length) snapshot['invalidated'] = true;
  }
}
