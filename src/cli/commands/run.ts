import { text as readStream } from 'node:stream/consumers';
import type { AgentSession, Run } from '../../agent/agent-session.ts';
import { isStop } from '../../agent/run-turns.ts';
import { PraisonError } from '../../errors.ts';
import type { GoalOptions, GoalResult } from '../../goal/run-goal.ts';
import { parseGoalState } from '../../model/goal-state.ts';
import { shown } from '../../stores/store-address.ts';
import { processEnvironment } from '../environment.ts';
import { EventPrinter, usageLine } from '../event-printer.ts';
import { EXIT_INTERRUPTED, EXIT_PAUSED, onInterrupt } from '../interrupt.ts';
import { openStoreOption, type StoreOption } from '../open-catalog.ts';
import { type AgentCommandOptions, openSession } from '../open-session.ts';
import { note, printError, printJson } from '../output.ts';

export interface RunCommandOptions extends AgentCommandOptions, StoreOption {
  goal?: string;
  outcome?: string;
  verify?: string;
  constraint?: string[];
  maxTurns?: number;
  judgeModel?: string;
}

interface Outcome {
  text: string;
  goal?: GoalResult;
}

/** `run [prompt...]` */
export async function run(words: readonly string[], options: RunCommandOptions): Promise<void> {
  const prompt = await promptOf(words);
  const shared =
    options.store === undefined
      ? undefined
      : await openStoreOption(options.store, processEnvironment(), 'create');
  try {
    const session = await openSession(options, shared);
    try {
      await withSession(session, options, (runOptions) => work(session, prompt, options, runOptions));
    } finally {
      await session.close();
    }
  } finally {
    await shared?.close();
  }
}

/** The words of the command line, else what is piped in. */
async function promptOf(words: readonly string[]): Promise<string> {
  const typed = words.join(' ').trim();
  if (typed !== '' && typed !== '-') return typed;
  return process.stdin.isTTY ? '' : (await readStream(process.stdin)).trim();
}

async function work(
  session: AgentSession,
  prompt: string,
  options: RunCommandOptions,
  run: Run,
): Promise<Outcome> {
  const kept = parseGoalState(session.log.metadata['goal_state']);
  const pursued = kept !== undefined && kept.goal !== '' && (kept.status === 'active' || prompt === '');
  const unfinished = pursued && kept.status !== 'done';
  if (options.goal !== undefined || unfinished) return pursue(session, prompt, options, run);
  const stray = (['outcome', 'verify', 'constraint', 'maxTurns', 'judgeModel'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (stray !== undefined) {
    throw new PraisonError('invalid-argument', 'That option is for a goal, and there is none.', {
      hints: ['Give one: --goal "what must be true in the end"'],
      facts: { option: stray },
    });
  }
  if (prompt !== '') return { text: await session.prompt({ text: prompt }, run) };
  const text = await session.goOn(run);
  if (text !== undefined) return { text };
  throw new PraisonError('nothing-to-do', 'There is nothing to do: no prompt was given.', {
    hints: ['Say what to do: praisonai run "…"', 'Or pipe it in: praisonai session handoff | praisonai run'],
  });
}

async function pursue(
  session: AgentSession,
  prompt: string,
  options: RunCommandOptions,
  run: Run,
): Promise<Outcome> {
  const { runGoal } = await import('../../goal/run-goal.ts');
  const goal: GoalOptions = {
    goal: options.goal ?? '',
    criteria: {
      ...(options.outcome === undefined ? {} : { outcome: options.outcome }),
      ...(options.verify === undefined ? {} : { verification: { command: options.verify } }),
      ...(options.constraint === undefined ? {} : { constraints: options.constraint }),
    },
    ...(options.maxTurns === undefined ? {} : { maxTurns: options.maxTurns }),
    ...(options.judgeModel === undefined ? {} : { judgeModel: options.judgeModel }),
  };
  const result = await runGoal(session, prompt, goal, run);
  return { text: result.text, goal: result };
}

/** Runs with Ctrl-C in hand, shows what happens, and tells at the end what it used and how to go on. */
export async function withSession(
  session: AgentSession,
  options: AgentCommandOptions,
  task: (run: Run) => Promise<Outcome>,
): Promise<void> {
  const json = options.json ?? false;
  const printer = new EventPrinter({ quiet: options.quiet ?? false, silent: json });
  const interruption = onInterrupt();
  try {
    const outcome = await task({ signal: interruption.signal, emit: printer.emit });
    printer.finish();
    if (json) printJson(outcomeJson(session, outcome));
    if (outcome.goal?.status === 'paused') {
      process.exitCode = EXIT_PAUSED;
      notePause(session, outcome.goal, options);
    }
  } catch (error) {
    printer.finish();
    printError(error, json);
    if (isStop(error)) process.exitCode = EXIT_INTERRUPTED;
  } finally {
    interruption.release();
    if (!json && !options.quiet && session.usage.requests > 0) note(footer(session));
  }
}

function footer(session: AgentSession): string {
  const sessionId = session.log.isSaved ? session.log.id : undefined;
  return usageLine(session.usage, { model: session.modelName, sessionId });
}

function notePause(session: AgentSession, goal: GoalResult, { store }: RunCommandOptions): void {
  const id = session.log.id;
  // An address may hold a password.
  const where =
    store === undefined ? '' : typeof store === 'string' ? ` --store ${shown(store)}` : ' --store';
  note(
    [
      `Paused after ${goal.turnsUsed} of ${goal.maxTurns} turns, not done: ${goal.reason || 'the judge gave no reason'}`,
      `Go on: praisonai run --session ${id}${where}`,
      `Hand it off: praisonai session handoff ${id}${where}`,
    ].join('\n'),
  );
}

function outcomeJson(session: AgentSession, { text, goal }: Outcome): Record<string, unknown> {
  const { inputTokens, outputTokens, cachedTokens, requests } = session.usage;
  return {
    session_id: session.log.isSaved ? session.log.id : null,
    model: session.modelName,
    text,
    ...(goal === undefined
      ? {}
      : {
          goal: {
            status: goal.status,
            reason: goal.reason,
            turns_used: goal.turnsUsed,
            max_turns: goal.maxTurns,
          },
        }),
    usage: {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cached_tokens: cachedTokens,
      requests,
    },
  };
}
