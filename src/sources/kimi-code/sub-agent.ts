import { existsSync } from 'node:fs';
import type { FileChange } from '../../model/session-event.ts';
import { nonEmpty, record, text } from '../fields.ts';
import { readJsonLines } from '../read-json-lines.ts';
import { editChanges } from './tools.ts';

/** The files that a sub-agent changed, from its own wire file. Only the lines of edits and of failures are parsed. */
export function subAgentChanges(wire: string | undefined): FileChange[] {
  if (wire === undefined || !existsSync(wire)) return [];
  const known = new Set<string>();
  const changes = new Map<string, FileChange>();
  readJsonLines(wire, {
    skip: (line) => {
      const head = line.subarray(0, 600);
      const isEdit = head.includes('"name":"Edit"') || head.includes('"name":"Write"');
      return !isEdit && !(head.includes('"tool.result"') && line.includes('"isError":true'));
    },
    read: (entry) => {
      const event = record(entry.event) ?? {};
      const callId = nonEmpty(event.toolCallId) ?? '';
      if (event.type === 'tool.call') {
        const path = nonEmpty(record(event.args)?.path);
        for (const change of editChanges(text(event.name) ?? '', path, known)) changes.set(callId, change);
      } else if (event.type === 'tool.result') changes.delete(callId);
      return true;
    },
  });
  return [...new Map([...changes.values()].reverse().map((change) => [change.path, change])).values()];
}
