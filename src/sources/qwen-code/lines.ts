import { record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { isOneRecord } from '../whole-line.ts';

/** What the bytes of a record tell before it is parsed. */
export interface LineHead {
  uuid: string;
  parentUuid: string | undefined;
  /** A system record that is no event: the parse can be spared. */
  isIgnored: boolean;
  /** Of a system record. */
  subtype: string | undefined;
}

/** Snapshots and bookkeeping, often more than half of a file; nothing of them is an event. */
const IGNORED = new Set([
  'attribution_snapshot',
  'file_history_snapshot',
  'at_command',
  'agent_bootstrap',
  'agent_launch_prompt',
  'agent_retry',
  'agent_session_ready',
  'background_task_completed',
  'branch_checkpoint',
  'goal_turn_end',
  'omni_recall',
  'parent_session',
  'session_artifact_event',
  'session_artifact_snapshot',
  'session_notes',
  'session_source',
  'session_sources_snapshot',
  'managed_session_header_v1',
  'managed_session_event_v1',
  'managed_session_commit_v1',
]);

const FAILED_CALL = 'qwen-code.api_error';
const OTHER_TELEMETRY = /"uiEvent":\{"event\.name":"(?!qwen-code\.api_error)/;
const RECORD_BEGINNINGS = [Buffer.from('{"uuid":"')];

/** Qwen Code 0.12 to 0.24 write the fields in this order; a record in another order is parsed instead. */
const IDENTITY = /^\{"uuid":"([^"\\]+)","parentUuid":(?:null|"([^"\\]+)"),/;

export function lineHead(line: Buffer): LineHead | undefined {
  const head = line.toString('latin1', 0, 900);
  const identity = IDENTITY.exec(head);
  if (!identity) return undefined;
  // The first `type` is the record's own: nested ones stand behind it.
  const type = head.indexOf('"type":"');
  const isSystem = type !== -1 && head.startsWith('"type":"system"', type);
  const subtype = isSystem ? /"subtype":"(\w+)"/.exec(head.slice(type))?.[1] : undefined;
  const isIgnored = ignores(subtype, head) && isOneRecord(line, RECORD_BEGINNINGS);
  return { uuid: identity[1] ?? '', parentUuid: identity[2], subtype, isIgnored };
}

/** What `lineHead` tells of the line of such a record, from the parsed record: it may come from a damaged line. */
export function ignoredHead(entry: JsonRecord): LineHead | undefined {
  const subtype = entry['type'] === 'system' ? text(entry['subtype']) : undefined;
  const telemetry = record(record(entry['systemPayload'])?.['uiEvent']);
  const isIgnored =
    subtype === 'ui_telemetry'
      ? telemetry !== undefined && !(text(telemetry['event.name']) ?? '').startsWith(FAILED_CALL)
      : subtype !== undefined && IGNORED.has(subtype);
  if (!isIgnored) return undefined;
  return { uuid: text(entry['uuid']) ?? '', parentUuid: text(entry['parentUuid']), subtype, isIgnored: true };
}

/** Telemetry counts only where it tells of a failed model call; its name stands first in it. */
function ignores(subtype: string | undefined, head: string): boolean {
  if (subtype === 'ui_telemetry') return OTHER_TELEMETRY.test(head);
  return subtype !== undefined && IGNORED.has(subtype);
}
