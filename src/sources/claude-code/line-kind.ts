import { list, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { isOneRecord } from '../whole-line.ts';

/**
 * What a line's bytes tell before it is parsed.
 *
 * Inside a JSON string every quote is escaped, so `"key":` with plain quotes is always a key, never content: that makes
 * these tests safe, and two thirds of a real transcript are records that nobody needs.
 */
export type LineKind =
  | 'parse'
  /** A record of a known type that says nothing about the work. */
  | 'ignored'
  /** Reasoning only: the agent was working. */
  | 'thinking'
  /** A message of a sub-agent, repeated in the parent's transcript (2.1.2 to about 2.1.60). */
  | 'agent-progress'
  /** A sub-agent's record inside the parent's transcript (1.x). */
  | 'sidechain';

/** The keys that decide stand before all long texts in every version seen. */
const ENVELOPE_BYTES = 768;

/** Types without a conversation record's envelope that carry nothing for a handoff (list read from the 2.1.332 binary). */
const IGNORED_TYPES = new Set(
  `file-history-snapshot file-history-delta last-prompt continued-in resume-head-vouch content-replacement
  data-flow-records data-flow-incomplete data-flow-handover derived-from api-request api-request-shape api-request-blob
  api-request-resumed fork-context-ref frame-link ended-by-model tag relocated agent-name agent-color agent-setting pr-link
  artifact-comment-monitor artifact-autoreact-ledger bridge-session history-suppression attribution-snapshot mode
  permission-mode isolation-latch session-owner dev-mods memory-mode atis-latch tools-used worktree-state cost-state
  observer-ref repl-mode host-row hybrid-organization credential_org started result`.split(/\s+/),
);

export function isIgnoredType(type: string): boolean {
  return IGNORED_TYPES.has(type);
}

/** Attachments that say something: words of the human, and the goal that `/goal` persists (seen in 2.1.332). */
const USED_ATTACHMENTS = new Set(['queued_command', 'goal_status']);

/** What `lineKind` tells of such a record's line, from the parsed record: it may come from a damaged line. */
export function isIgnoredAttachment(entry: JsonRecord): boolean {
  const type = text(record(entry['attachment'])?.['type']);
  return type !== undefined && !USED_ATTACHMENTS.has(type);
}

/** The same for reasoning without a word or a call. */
export function isThinking(entry: JsonRecord): boolean {
  const types = list(record(entry['message'])?.['content']).map((block) => record(block)?.['type']);
  return (
    (types[0] === 'thinking' || types[0] === 'redacted_thinking') &&
    !types.some((type) => type === 'text' || type === 'tool_use')
  );
}

const RECORD_BEGINNINGS = ['{"parentUuid":', '{"type":"queue-operation"'].map((text) => Buffer.from(text));
const TYPE_FIRST = Buffer.from('{"type":"');
const AGENT_PROGRESS = Buffer.from('"type":"agent_progress"');
const TEXT_BLOCK = Buffer.from('"type":"text"');
const TOOL_BLOCK = Buffer.from('"type":"tool_use"');

export function lineKind(line: Buffer): LineKind {
  // One short string instead of a dozen searches of the buffer: a search costs more than these few bytes.
  const kind = unverifiedKind(line, line.toString('latin1', 0, ENVELOPE_BYTES));
  return kind === 'parse' || isOneWholeRecord(line) ? kind : 'parse';
}

function unverifiedKind(line: Buffer, envelope: string): LineKind {
  if (envelope.startsWith('{"type":"')) {
    return IGNORED_TYPES.has(valueBehind(envelope, '{"type":"')) ? 'ignored' : 'parse';
  }
  if (!envelope.startsWith('{"parentUuid":')) return 'parse';
  if (envelope.includes('"isSidechain":true')) return 'sidechain';
  const attachment = valueBehind(envelope, '"attachment":{"type":"');
  if (attachment !== '') return USED_ATTACHMENTS.has(attachment) ? 'parse' : 'ignored';
  const type = valueBehind(envelope, ',"type":"');
  if (type === 'progress') return line.includes(AGENT_PROGRESS) ? 'agent-progress' : 'ignored';
  // An assistant record's first type is its message's, unless its own comes first (old builds).
  if (type === 'message' || type === 'assistant')
    return isThinkingOnly(line, envelope) ? 'thinking' : 'parse';
  return 'parse';
}

function isThinkingOnly(line: Buffer, envelope: string): boolean {
  if (!/"content":\[\{"type":"(?:redacted_)?thinking"/.test(envelope)) return false;
  return !line.includes(TEXT_BLOCK) && !line.includes(TOOL_BLOCK);
}

function isOneWholeRecord(line: Buffer): boolean {
  if (!isOneRecord(line, RECORD_BEGINNINGS)) return false;
  // Records of the other form begin as blocks of a message do, and are told from them by their type.
  for (let at = line.indexOf(TYPE_FIRST, 1); at !== -1; at = line.indexOf(TYPE_FIRST, at + 1))
    if (IGNORED_TYPES.has(valueBehind(line.toString('latin1', at, at + 60), '{"type":"'))) return false;
  return true;
}

/** The string value behind the first place where a key stands, or ''. */
function valueBehind(envelope: string, key: string): string {
  const at = envelope.indexOf(key);
  if (at === -1) return '';
  const from = at + key.length;
  const to = envelope.indexOf('"', from);
  return to === -1 ? '' : envelope.slice(from, to);
}
