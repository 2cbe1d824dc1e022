import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadReport, SessionDescription, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import type { JsonRecord } from '../parse-record.ts';
import { claudeCodeReader } from './session-reader.ts';

/** Records for tests, in the shape of 2.1; each with an id of its own. */
let count = 0;
export function uuid(): string {
  count += 1;
  return `00000000-0000-4000-a000-${String(count).padStart(12, '0')}`;
}

export function record(type: string, fields: JsonRecord): JsonRecord {
  return { parentUuid: uuid(), isSidechain: false, cwd: '/w', type, uuid: uuid(), ...fields };
}
export const user = (content: unknown, fields: JsonRecord = {}): JsonRecord =>
  record('user', { message: { role: 'user', content }, ...fields });
export const say = (text: string, fields: JsonRecord = {}): JsonRecord =>
  record('assistant', {
    message: { model: 'm', content: [{ type: 'text', text }], stop_reason: null },
    ...fields,
  });
export const call = (id: string, name: string, input: unknown): JsonRecord =>
  record('assistant', { message: { model: 'm', content: [{ type: 'tool_use', id, name, input }] } });
export const result = (id: string, content: unknown, twin: unknown, isError = false): JsonRecord =>
  user([{ type: 'tool_result', tool_use_id: id, content, is_error: isError }], { toolUseResult: twin });

/** Writes a transcript below a configuration directory, reads and describes it. */
export function readRecords(
  root: string,
  lines: readonly (JsonRecord | string)[],
  name = 'session',
): { events: SessionEvent[]; report: ReadReport; description: SessionDescription } {
  const location = join(root, 'projects/-w', `${name}.jsonl`);
  mkdirSync(join(root, 'projects/-w'), { recursive: true });
  writeFileSync(
    location,
    `${lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')}\n`,
  );
  const entry: SessionEntry = {
    source: 'claude-code',
    id: name,
    location,
    modifiedAt: 0,
    sizeBytes: statSync(location).size,
  };
  const events: SessionEvent[] = [];
  const report = claudeCodeReader.read(entry, (event) => events.push(event));
  return { events, report, description: claudeCodeReader.describe(entry) };
}

export const only = <Kind extends SessionEvent['kind']>(events: SessionEvent[], kind: Kind) =>
  events.filter((event): event is Extract<SessionEvent, { kind: Kind }> => event.kind === kind);
