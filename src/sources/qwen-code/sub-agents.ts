import { basename, join } from 'node:path';
import type { FileChange } from '../../model/session-event.ts';
import { list, nonEmpty, record } from '../fields.ts';
import { namesIn } from '../gemini-cli/side-files.ts';
import { keep } from '../gemini-cli/sub-agent.ts';
import { toolAction } from '../gemini-cli/tool-action.ts';
import { forEachLine } from '../json-lines.ts';
import { parseLine } from '../parse-record.ts';
import { readIfPossible } from '../unreadable-file.ts';

/**
 * Files that the sub-agent of one call changed: its record is
 * `<project>/subagents/<session id>/agent-<type>-<call id>.jsonl` (Qwen Code 0.24.4).
 */
export function callChanges(project: string, sessionId: string, callId: string): FileChange[] {
  const directory = join(project, 'subagents', basename(sessionId));
  const name = namesIn(directory).find((file) => file.endsWith(`-${callId}.jsonl`));
  if (callId === '' || name === undefined) return [];
  const proposed = new Map<string, FileChange[]>();
  const changes = new Map<string, FileChange>();
  const readLine = (line: Buffer): void => {
    if (!line.includes('"write_file"') && !line.includes('"edit"')) return;
    for (const entry of parseLine(line).records)
      for (const part of list(record(entry['message'])?.['parts'])) {
        const call = record(record(part)?.['functionCall']);
        if (call) propose(proposed, call);
        const response = record(record(part)?.['functionResponse']);
        const failed = record(response?.['response'])?.['error'] !== undefined;
        for (const change of failed ? [] : (proposed.get(nonEmpty(response?.['id']) ?? '') ?? []))
          keep(changes, change);
      }
  };
  readIfPossible(() => forEachLine(join(directory, name), readLine));
  return [...changes.values()];
}

function propose(proposed: Map<string, FileChange[]>, call: { [key: string]: unknown }): void {
  const action = toolAction(nonEmpty(call['name']) ?? '', record(call['args']) ?? {});
  const callId = nonEmpty(call['id']);
  if (action.type === 'edit' && callId !== undefined) proposed.set(callId, action.changes);
}
