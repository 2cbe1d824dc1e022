import { join } from 'node:path';
import type { FileChange } from '../../model/session-event.ts';
import { list, nonEmpty, record } from '../fields.ts';
import { forEachLine } from '../json-lines.ts';
import { readIfPossible } from '../unreadable-file.ts';
import { parseLeanLine } from './lean-line.ts';
import { toolAction } from './tool-action.ts';

/** Files that a sub-agent changed, from its own record `chats/<session id>/<agent id>.jsonl`; each path once. */
export function subAgentChanges(directory: string, agentId: string): FileChange[] {
  if (!/^[\w-]+$/.test(agentId)) return [];
  const path = join(directory, `${agentId}.jsonl`);
  const changes = new Map<string, FileChange>();
  const readLine = (line: Buffer): void => {
    if (!line.includes('"toolCalls":[')) return;
    if (!line.includes('"name":"write_file"') && !line.includes('"name":"replace"')) return;
    for (const message of parseLeanLine(line).records)
      for (const change of messageChanges(message)) keep(changes, change);
  };
  readIfPossible(() => forEachLine(path, readLine));
  return [...changes.values()];
}

function messageChanges(message: { [key: string]: unknown }): FileChange[] {
  const changes: FileChange[] = [];
  for (const entry of list(message['toolCalls'])) {
    const call = record(entry);
    if (call?.['status'] !== 'success') continue;
    const action = toolAction(nonEmpty(call['name']) ?? '', record(call['args']) ?? {});
    const created = record(call['resultDisplay'])?.['isNewFile'] === true;
    if (action.type === 'edit')
      for (const change of action.changes) changes.push(created ? { ...change, change: 'create' } : change);
  }
  return changes;
}

/** A file that was created and then edited was created. */
export function keep(changes: Map<string, FileChange>, change: FileChange): void {
  if (!changes.has(change.path)) changes.set(change.path, change);
}
