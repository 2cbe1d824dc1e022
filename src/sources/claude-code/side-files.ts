import { closeSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { FileChange, PlanItem } from '../../model/session-event.ts';
import { list, nonEmpty, record } from '../fields.ts';
import { forEachLine, openRegularFile } from '../json-lines.ts';
import { type JsonRecord, parseLine } from '../parse-record.ts';
import type { TranscriptPlace } from './paths.ts';
import { taskFileItem, todoItems } from './task-list.ts';
import { editedFiles } from './tool-actions.ts';

const MAX_TASK_FILES = 500;
const MAX_SMALL_FILE_BYTES = 1024 * 1024;

/** Reading sub-agents' transcripts for one session stops after this much: they are larger than the session's own. */
export const SUB_AGENT_BYTES = 32 * 1024 * 1024;
const MAX_SUB_AGENT_CHANGES = 200;

/** The plan that the agent keeps beside the transcript. */
export interface StoredPlan {
  items: PlanItem[];
  /** Epoch milliseconds of the newest of its files. */
  modifiedAt: number;
}

/** `tasks/<session>/<n>.json` (since 2.1.17), else `todos/<session>-agent-<session>.json` (until 2.1.15). */
export function storedPlan(place: TranscriptPlace): StoredPlan | undefined {
  return storedTasks(join(place.root, 'tasks', place.id)) ?? storedTodos(place);
}

function storedTasks(folder: string): StoredPlan | undefined {
  const names = namesIn(folder)
    .filter((name) => /^\d+\.json$/.test(name))
    .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  const plan: StoredPlan = { items: [], modifiedAt: 0 };
  for (const name of names.slice(0, MAX_TASK_FILES)) {
    const file = smallJson(join(folder, name));
    const item = taskFileItem(record(file?.value));
    if (item) plan.items.push(item);
    plan.modifiedAt = Math.max(plan.modifiedAt, file?.modifiedAt ?? 0);
  }
  return plan.items.length > 0 ? plan : undefined;
}

function storedTodos(place: TranscriptPlace): StoredPlan | undefined {
  const file = smallJson(join(place.root, 'todos', `${place.id}-agent-${place.id}.json`));
  const items = todoItems(file?.value);
  return file && items.length > 0 ? { items, modifiedAt: file.modifiedAt } : undefined;
}

/** What each sub-agent of a session changed, read from its own transcript; as much as the budget allows. */
export class SubAgentFiles {
  #bytesLeft = SUB_AGENT_BYTES;

  readonly #place: TranscriptPlace;

  constructor(place: TranscriptPlace) {
    this.#place = place;
  }

  changes(agentId: string): FileChange[] {
    // The id comes from the transcript: it must stay a name.
    if (!/^[\w-]{1,64}$/.test(agentId)) return [];
    const name = `agent-${agentId}.jsonl`;
    return (
      this.#changesIn(join(this.#place.folder, 'subagents', name)) ??
      this.#changesIn(join(this.#place.project, name)) ??
      []
    );
  }

  #changesIn(path: string): FileChange[] | undefined {
    const calls = new Map<string, FileChange[]>();
    try {
      forEachLine(path, (line) => {
        this.#bytesLeft -= line.length;
        if (this.#bytesLeft < 0) return false;
        if (mayEdit(line)) collectEdits(parseLine(line).records, calls);
        else if (line.includes(FAILED) || line.includes(CREATED))
          applyResults(parseLine(line).records, calls);
        return calls.size < MAX_SUB_AGENT_CHANGES;
      });
    } catch (error) {
      if (error instanceof Error) return undefined;
      throw error;
    }
    return [...calls.values()].flat();
  }
}

const EDIT_MARKS = ['"name":"Edit"', '"name":"Write"', '"name":"MultiEdit"', '"name":"NotebookEdit"'].map(
  (mark) => Buffer.from(mark),
);

const FAILED = Buffer.from('"is_error":true');
const CREATED = Buffer.from('"toolUseResult":{"type":"create"');

/** Whether a line may hold a call of an edit tool. */
export function mayEdit(line: Buffer): boolean {
  return EDIT_MARKS.some((mark) => line.includes(mark));
}

/** Adds the edits in assistant records to a map from call id to changes. */
export function collectEdits(records: readonly JsonRecord[], calls: Map<string, FileChange[]>): void {
  for (const entry of records) {
    if (entry['type'] !== 'assistant') continue;
    for (const block of list(record(entry['message'])?.['content'])) {
      const call = record(block);
      const changes = editedFiles(nonEmpty(call?.['name']) ?? '', record(call?.['input']) ?? {});
      if (call?.['type'] === 'tool_use' && changes.length > 0 && calls.size < MAX_SUB_AGENT_CHANGES)
        calls.set(nonEmpty(call['id']) ?? `#${calls.size}`, changes);
    }
  }
}

/** Drops the edits that failed, and marks those that made a file. */
function applyResults(records: readonly JsonRecord[], calls: Map<string, FileChange[]>): void {
  for (const entry of records) {
    for (const block of list(record(entry['message'])?.['content'])) {
      const result = record(block);
      const id = nonEmpty(result?.['tool_use_id']);
      const changes = id === undefined ? undefined : calls.get(id);
      if (id === undefined || !changes) continue;
      if (result?.['is_error'] === true) calls.delete(id);
      else if (record(entry['toolUseResult'])?.['type'] === 'create')
        calls.set(
          id,
          changes.map((change) => ({ ...change, change: 'create' })),
        );
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
}

function smallJson(path: string): { value: unknown; modifiedAt: number } | undefined {
  let descriptor: ReturnType<typeof openRegularFile> | undefined;
  try {
    descriptor = openRegularFile(path);
    if (descriptor.size > MAX_SMALL_FILE_BYTES) return undefined;
    const buffer = Buffer.alloc(descriptor.size);
    const length = readSync(descriptor.fd, buffer, 0, descriptor.size, 0);
    return { value: JSON.parse(buffer.toString('utf8', 0, length)), modifiedAt: descriptor.modifiedAt };
  } catch (error) {
    // Absent, unreadable, or caught while the agent writes it: the transcript tells the plan then.
    if (error instanceof Error) return undefined;
    throw error;
  } finally {
    if (descriptor) closeSync(descriptor.fd);
  }
}
