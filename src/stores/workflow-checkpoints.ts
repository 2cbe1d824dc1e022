import { join } from 'node:path';
import type { EpochMs } from '../model/session-event.ts';
import { entriesOf, readSmallFile, statsOf } from '../project/small-file.ts';
import { epochMs, finiteNumber, list, nonEmpty, record } from '../sources/fields.ts';
import { parsePlainJson } from './json/python-json.ts';
import { workflowSteps } from './workflow-definition.ts';

/** How far a workflow got, from a checkpoint file or a session's metadata. */
export interface StoredCheckpoint {
  /** Name of the checkpoint; its file is `<name>.json`. */
  name?: string;
  workflowName?: string;
  completedSteps?: number;
  totalSteps?: number;
  lastStep?: string;
  savedAt?: EpochMs;
  /** Absent for one that the session itself holds. */
  path?: string;
}

/** What decides whether a checkpoint belongs to a session. */
export interface CheckpointOwner {
  metadata: { readonly [key: string]: unknown };
  createdAt?: EpochMs | undefined;
  updatedAt?: EpochMs | undefined;
}

/** A run saves its checkpoint just before or after its session. */
const SLACK_MS = 60_000;
const MAX_FILES = 200;
const MAX_BYTES = 4_000_000;

/**
 * The checkpoint of a session: one that its metadata holds or names, else the newest of those that were saved within
 * its life. Others are of other runs, and none of them is this session's progress.
 *
 * `directories`: where the workspace may be, most specific first (the working directory, the project's root).
 */
export function findCheckpoint(
  owner: CheckpointOwner,
  directories: readonly string[],
): StoredCheckpoint | undefined {
  const places = [...new Set(directories)];
  const held = owner.metadata['workflow_checkpoint'];
  const holding = record(held);
  const checkpoint = holding === undefined ? {} : parseCheckpoint(holding);
  if (checkpoint.completedSteps !== undefined || checkpoint.lastStep !== undefined)
    return withDefinition(checkpoint, places);
  const named = checkpoint.name ?? nonEmpty(held);
  const candidates = listCheckpoints(places);
  if (named !== undefined) return candidates.find(({ name }) => name === named);
  return candidates.find(({ savedAt }) => savedAt !== undefined && isWithinLife(savedAt, owner));
}

/** Workflow checkpoints of a workspace, newest first. Reads only, bounded; broken files are left out. */
export function listCheckpoints(directories: readonly string[]): StoredCheckpoint[] {
  const checkpoints = [...new Set(directories)].flatMap((directory) =>
    checkpointFiles(join(directory, '.praisonai', 'checkpoints')).flatMap((path) => {
      const value = parseFile(path);
      return value === undefined ? [] : [{ ...withDefinition(parseCheckpoint(value), [directory]), path }];
    }),
  );
  return checkpoints.sort((left, right) => (right.savedAt ?? 0) - (left.savedAt ?? 0));
}

/** Tolerant; field names as Python writes them, and those that its handoff looks for (`total_steps`, `last_step`, …). */
export function parseCheckpoint(value: { readonly [key: string]: unknown }): StoredCheckpoint {
  const completed = wholeNumber(value['completed_steps']);
  const texts = {
    name: nonEmpty(value['name']),
    workflowName: nonEmpty(value['workflow_name']),
    lastStep:
      nonEmpty(value['last_step']) ??
      nonEmpty(value['current_step']) ??
      stepName(list(value['results']), completed),
  };
  const numbers = {
    completedSteps: completed,
    totalSteps: wholeNumber(value['total_steps']) ?? wholeNumber(value['step_count']),
    // The number is exact; the text has no zone and may be local time.
    savedAt: epochMs(value['saved_at']) ?? epochMs(value['saved_at_iso']),
  };
  const checkpoint: StoredCheckpoint = {};
  for (const [key, item] of Object.entries({ ...texts, ...numbers }))
    if (item !== undefined) Object.assign(checkpoint, { [key]: item });
  return checkpoint;
}

/** Name of the last completed step: the result at that place, else the last one there is. */
function stepName(results: readonly unknown[], completed: number | undefined): string | undefined {
  if (completed === 0) return undefined;
  const result = record(completed === undefined ? results.at(-1) : results[completed - 1]);
  return nonEmpty(result?.['step']) ?? nonEmpty(result?.['step_name']) ?? nonEmpty(result?.['name']);
}

function wholeNumber(value: unknown): number | undefined {
  const number = finiteNumber(value);
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
}

function isWithinLife(savedAt: EpochMs, { createdAt, updatedAt }: CheckpointOwner): boolean {
  if (createdAt === undefined || updatedAt === undefined) return false;
  return savedAt >= createdAt - SLACK_MS && savedAt <= updatedAt + SLACK_MS;
}

/** Adds the number of steps, and the last one's name where the checkpoint has none, from the workflow's definition. */
function withDefinition(checkpoint: StoredCheckpoint, directories: readonly string[]): StoredCheckpoint {
  const { workflowName, completedSteps } = checkpoint;
  if (workflowName === undefined || !isPlainName(workflowName)) return checkpoint;
  for (const directory of directories) {
    const path = join(directory, '.praisonai', 'workflows', `${workflowName}.md`);
    const steps = workflowSteps(readSmallFile(path) ?? '');
    // A definition that is shorter than what was done is a later, other one.
    if (steps.length === 0 || steps.length < (completedSteps ?? 0)) continue;
    const lastStep = completedSteps === undefined ? undefined : steps[completedSteps - 1];
    return { ...(lastStep === undefined ? {} : { lastStep }), totalSteps: steps.length, ...checkpoint };
  }
  return checkpoint;
}

/** The name comes from a file: it must not lead out of the directory of definitions. */
function isPlainName(name: string): boolean {
  return /^[\p{L}\p{N}_ .-]+$/u.test(name) && !name.startsWith('.');
}

function checkpointFiles(directory: string): string[] {
  const paths = entriesOf(directory)
    .filter(({ name }) => name.endsWith('.json'))
    .map(({ name }) => join(directory, name));
  if (paths.length <= MAX_FILES) return paths;
  const modifiedAt = (path: string) => statsOf(path)?.mtimeMs ?? 0;
  const byTime = paths.map((path) => ({ path, at: modifiedAt(path) }));
  return byTime
    .sort((left, right) => right.at - left.at)
    .slice(0, MAX_FILES)
    .map(({ path }) => path);
}

function parseFile(path: string): { [key: string]: unknown } | undefined {
  const content = readSmallFile(path, MAX_BYTES);
  if (content === undefined) return undefined;
  try {
    return record(parsePlainJson(content));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
