import type { MessageRecord, SessionRecord } from '../model/session-record.ts';
import { finiteNumber } from '../sources/fields.ts';

/** Everything that was said in a session, and how much of it a compaction's summary stands for. */
export interface WholeConversation {
  /** Archived messages first; without the brief that retention puts in their place. */
  messages: MessageRecord[];
  /** The summary covers this many of `messages`; 0 without one. */
  covered: number;
}

/**
 * Retention moves old messages to the archive, and the index that a compaction recorded with them: counted over the
 * whole conversation nothing moves. `covered_messages` in the compaction's metadata is that count; Python's compactions
 * only have the index into the window.
 */
export function wholeConversation(record: SessionRecord): WholeConversation {
  const archived = record.archived_messages;
  const brief = record.messages[0];
  const hasBrief = brief !== undefined && isRetentionBrief(brief, archived.length);
  const window = hasBrief ? record.messages.slice(1) : record.messages;
  const messages = [...archived, ...window];
  const compaction = record.last_compaction;
  if (compaction === undefined) return { messages, covered: 0 };
  const recorded = finiteNumber(compaction.metadata['covered_messages']);
  const index = archived.length + Math.max(0, compaction.message_index - (hasBrief ? 1 : 0));
  return { messages, covered: Math.max(0, Math.min(recorded ?? index, messages.length)) };
}

/** The place in the stored window up to which `covered` messages of the whole conversation reach. */
export function windowIndex(record: SessionRecord, covered: number): number {
  const archived = record.archived_messages.length;
  const brief = record.messages[0];
  const offset = brief !== undefined && isRetentionBrief(brief, archived) ? 1 : 0;
  return Math.max(0, Math.min(covered - archived + offset, record.messages.length));
}

/** The message that stands for archived ones, where the archive really holds them (`truncate` keeps none). */
function isRetentionBrief(message: MessageRecord, archived: number): boolean {
  const count = finiteNumber(message.metadata['compacted_count']) ?? 0;
  return message.metadata['compaction'] === true && archived > 0 && count <= archived;
}
