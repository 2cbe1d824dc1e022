import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { PraisonError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../model/session-record.ts';
import { readSmallFile, statsOf } from '../project/small-file.ts';
import { jsonText, list, nonEmpty, record } from '../sources/fields.ts';
import { ensurePrivateDirectory, ignoreMissing, writeFileDurably } from '../stores/durable-write.ts';
import {
  type PythonValue,
  parsePlainJson,
  pythonFloat,
  writePythonJson,
} from '../stores/json/python-json.ts';
import type { Fingerprint } from './fingerprint.ts';

/** What a step gave, in Python's fields. */
export interface StepResult {
  step: string;
  status: 'success' | 'skipped';
  output: string | null;
}

export interface Checkpoint {
  name: string;
  workflowName: string;
  completedSteps: number;
  results: StepResult[];
  variables: JsonObject;
}

export interface LoadedCheckpoint extends Checkpoint {
  fingerprint: string | undefined;
  looseFingerprint: string | undefined;
}

const MAX_BYTES = 50_000_000;

export function checkpointDirectory(workspace: string): string {
  return join(workspace, '.praisonai', 'checkpoints');
}

/** The file of a checkpoint. @throws PraisonError `invalid-argument` for a name that is no plain file name */
export function checkpointPath(workspace: string, name: string): string {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,99}$/u.test(name)) {
    throw new PraisonError(
      'invalid-argument',
      `Not a name for a checkpoint: ${JSON.stringify(name.slice(0, 60))}`,
      {
        hints: ['Letters, digits, blanks, points, - and _; at most 100.'],
      },
    );
  }
  return join(checkpointDirectory(workspace), `${name}.json`);
}

/**
 * The checkpoint, or none where its file does not exist. Whatever is wrong with it is an error: steps that were done
 * must not be done again because a file could not be read.
 *
 * @throws PraisonError `checkpoint-broken`
 */
export function loadCheckpoint(workspace: string, name: string): LoadedCheckpoint | undefined {
  const path = checkpointPath(workspace, name);
  if (statsOf(path) === undefined) return undefined;
  const broken = (reason: string) =>
    new PraisonError('checkpoint-broken', `The checkpoint ${name} cannot be used: ${reason}`, {
      hints: [`See ${path}, or begin anew with --restart.`],
      facts: { checkpoint: name, path },
    });
  const fields = record(parsed(readSmallFile(path, MAX_BYTES)));
  if (fields === undefined) throw broken('it is no JSON object');
  const completedSteps = fields['completed_steps'];
  if (typeof completedSteps !== 'number' || !Number.isInteger(completedSteps) || completedSteps < 0)
    throw broken('it does not say how many steps are done');
  if (!Array.isArray(fields['results'])) throw broken('it has no results');
  return {
    name,
    workflowName: nonEmpty(fields['workflow_name']) ?? '',
    completedSteps,
    results: list(fields['results']).flatMap(stepResult),
    variables: { ...(record(fields['variables']) as JsonObject | undefined) },
    fingerprint: nonEmpty(fields['definition_fingerprint']),
    looseFingerprint: nonEmpty(fields['loose_fingerprint']),
  };
}

function parsed(content: string | undefined): unknown {
  if (content === undefined) return undefined;
  try {
    return parsePlainJson(content);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function stepResult(value: unknown): StepResult[] {
  const result = record(value);
  const step = nonEmpty(result?.['step']);
  if (result === undefined || step === undefined) return [];
  const { status, output } = result;
  if (status === 'skipped') return [{ step, status, output: null }];
  const text =
    typeof output === 'string' ? output : output === null || output === undefined ? '' : jsonText(output);
  return [{ step, status: 'success', output: text }];
}

/** Writes it in Python's fields. The looser fingerprint is added only where it says more than Python's. */
export async function saveCheckpoint(
  workspace: string,
  checkpoint: Checkpoint,
  fingerprint: Fingerprint,
): Promise<void> {
  const path = checkpointPath(workspace, checkpoint.name);
  const now = Date.now();
  await ensurePrivateDirectory(checkpointDirectory(workspace));
  const fields = {
    name: checkpoint.name,
    workflow_name: checkpoint.workflowName,
    completed_steps: checkpoint.completedSteps,
    results: checkpoint.results.map((result) => ({ ...result, error: null })),
    variables: checkpoint.variables,
    definition_fingerprint: fingerprint.exact,
    saved_at: pythonFloat(now / 1000),
    saved_at_iso: localTime(new Date(now)),
    ...(fingerprint.loose === fingerprint.exact ? {} : { loose_fingerprint: fingerprint.loose }),
  };
  await writeFileDurably(path, writePythonJson(fields as unknown as PythonValue, 'indented'));
}

/** As Python's `datetime.now().isoformat()`: local time without a zone, with microseconds. */
function localTime(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().replace('Z', '000');
}

/** Whether there was one. */
export async function deleteCheckpoint(workspace: string, name: string): Promise<boolean> {
  return (await unlink(checkpointPath(workspace, name)).then(() => true, ignoreMissing)) ?? false;
}

/** What a session keeps of its workflow, so that a handoff needs no other file; `steps` names all of them. */
export function sessionCheckpoint(
  checkpoint: Checkpoint,
  steps: readonly string[],
  fingerprint: Fingerprint,
): JsonValue {
  const last = checkpoint.completedSteps === 0 ? undefined : checkpoint.results.at(-1)?.step;
  return {
    name: checkpoint.name,
    workflow_name: checkpoint.workflowName,
    completed_steps: checkpoint.completedSteps,
    total_steps: steps.length,
    ...(last === undefined ? {} : { last_step: last }),
    steps: [...steps],
    definition_fingerprint: fingerprint.exact,
    saved_at: Date.now() / 1000,
  };
}
