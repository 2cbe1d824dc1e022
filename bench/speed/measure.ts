import { setImmediate } from 'node:timers/promises';
import { type Invocation, type MemoryProbe, type Run, run } from './run.ts';
import { type Spread, spreadOf } from './statistics.ts';

/** What is wanted of a command. Reported, never enforced. */
export interface Limits {
  /** Times a floor. */
  ratio?: number;
  /** Times a floor: where the limit's comfort begins. */
  aim?: number;
  /** Milliseconds above a floor. */
  extraMs?: number;
  /** Peak resident memory. */
  peakBytes?: number;
}

export interface SpeedCase {
  name: string;
  command: Invocation;
  /** What the same machine needs at the same time for the least of the same work. */
  floors: readonly Invocation[];
  limits: Limits;
  /** A text that must be in the output: a fast command that prints something else measures nothing. */
  expects?: string;
  /** Timed rounds at most, for a command that takes seconds. */
  mostRounds?: number;
}

export interface Measured {
  name: string;
  /** Milliseconds of every timed run, in order. */
  runs: number[];
  /** Milliseconds. */
  time?: Spread;
  /** The most of the memory rounds. */
  peakBytes?: number;
  failure?: string;
}

export interface CaseResult {
  name: string;
  command: Measured;
  floors: Measured[];
  limits: Limits;
  notes: string[];
}

/** Rounds with the memory probe, untimed; the first of them is the warm-up (of file cache and of the command's own). */
const MEMORY_ROUNDS = 2;

/**
 * Rounds of command, floor, command, floor, …, so that a machine that slows down slows all of them. A process that
 * fails is not started again.
 */
export async function measureCase(
  speedCase: SpeedCase,
  rounds: number,
  probe: MemoryProbe,
): Promise<CaseResult> {
  const { name, command, floors, limits, expects } = speedCase;
  const measured = [command, ...floors].map((invocation): Measured => ({ name: invocation.name, runs: [] }));
  let output = '';
  const round = async (withProbe: boolean): Promise<void> => {
    for (const [index, invocation] of [command, ...floors].entries()) {
      const result = startOnce(invocation, measured[index]!, withProbe ? probe : undefined);
      if (index === 0 && result !== undefined) output = result.output;
      // Nothing else runs meanwhile; but a signal must find its handler.
      await setImmediate();
    }
  };
  for (let count = 0; count < MEMORY_ROUNDS; count += 1) await round(true);
  const timedRounds = Math.min(rounds, speedCase.mostRounds ?? rounds);
  for (let count = 0; count < timedRounds; count += 1) await round(false);
  for (const one of measured) if (one.runs.length > 0) one.time = spreadOf(one.runs);
  const [own, ...others] = measured;
  return { name, command: own!, floors: others, limits, notes: notesOn(own!, output, expects) };
}

function startOnce(invocation: Invocation, into: Measured, probe: MemoryProbe | undefined): Run | undefined {
  if (into.failure !== undefined) return undefined;
  const result = run(invocation, probe);
  if (result.failure !== undefined) {
    into.failure = result.failure;
    into.runs = [];
  } else if (probe === undefined) into.runs.push(result.milliseconds);
  if (result.peakBytes !== undefined) into.peakBytes = Math.max(into.peakBytes ?? 0, result.peakBytes);
  return result;
}

function notesOn(command: Measured, output: string, expects: string | undefined): string[] {
  if (command.failure !== undefined) return [];
  const lines = output.split('\n').length - 1;
  const notes = [`printed ${lines} lines, ${Buffer.byteLength(output)} bytes`];
  if (expects !== undefined && !output.includes(expects)) notes.push(`its output lacks: ${expects}`);
  return notes;
}
