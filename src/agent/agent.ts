import type { GoalOptions, GoalResult } from '../goal/run-goal.ts';
import type { WorkflowOptions, WorkflowResult } from '../workflow/run-workflow.ts';
import type { AgentOptions } from './agent-options.ts';
import { AgentSession, type Run } from './agent-session.ts';
import type { AgentEvent, Emit, RunUsage } from './events.ts';
import { stoppedError } from './run-turns.ts';

export interface RunOptions {
  /** Stops the run; its session can go on later. */
  signal?: AbortSignal;
  onEvent?: Emit;
}

/**
 * An agent whose every message, tool call, result and token count is in the session store before the next thing
 * happens: whatever stops it, its session can go on, here or by a handoff anywhere.
 *
 * ```ts
 * const agent = new Agent({ name: 'ResumingAgent', instructions: 'Continue the interrupted work.' });
 * const answer = await agent.start(buildHandoffPrompt(state));
 * ```
 */
export class Agent {
  readonly #options: AgentOptions;
  #opened: Promise<AgentSession> | undefined;
  #session: AgentSession | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: AgentOptions = {}) {
    this.#options = options;
  }

  /** Known once the agent has begun, or from the start where it was given. */
  get sessionId(): string | undefined {
    return this.#session?.log.id ?? this.#options.sessionId;
  }

  /** Tokens that this agent used so far. */
  get usage(): RunUsage {
    return { ...(this.#session?.usage ?? { inputTokens: 0, outputTokens: 0, cachedTokens: 0, requests: 0 }) };
  }

  /**
   * Answers a prompt, in the session's conversation.
   *
   * @returns the text of the last answer
   * @throws PraisonError that says what to do, and how to hand the session off
   */
  start(prompt: string, options: RunOptions = {}): Promise<string> {
    return this.#run(options, (session, run) => session.prompt({ text: prompt }, run));
  }

  /** Works on where a stopped run left off, without a new prompt; `undefined` when no answer is due. */
  resume(options: RunOptions = {}): Promise<string | undefined> {
    return this.#run(options, (session, run) => session.goOn(run));
  }

  /** As `start`, event by event. Leaving the loop stops the run. */
  stream(prompt: string, options: Omit<RunOptions, 'onEvent'> = {}): AsyncGenerator<AgentEvent, void> {
    return eventsOf((run) => this.start(prompt, { onEvent: run.emit, signal: run.signal }), options.signal);
  }

  /**
   * Works toward a goal: turn after turn, until an independent judge finds it reached, or the turns are used up. The
   * state is in the session after each turn; with `resume` an interrupted loop goes on.
   */
  runGoal(task: string, goal: GoalOptions, options: RunOptions = {}): Promise<GoalResult> {
    return this.#run(options, async (session, run) => {
      const { runGoal } = await import('../goal/run-goal.ts');
      return runGoal(session, task, goal, run);
    });
  }

  /**
   * Runs a workflow of the workspace (`.praisonai/workflows/NAME.md`), with a checkpoint after each step. To resume one,
   * give the agent the id of the session that ran it: an interrupted step then goes on in its conversation.
   */
  runWorkflow(
    name: string,
    workflow: WorkflowOptions = {},
    options: RunOptions = {},
  ): Promise<WorkflowResult> {
    return this.#run(options, async (session, run) => {
      const { findWorkflow } = await import('../workflow/find-workflow.ts');
      const { runWorkflow } = await import('../workflow/run-workflow.ts');
      const found = findWorkflow(name, session.workspace, session.workspace);
      return runWorkflow(session, found, workflow, run);
    });
  }

  /** The session that the agent works in; opened by the first call. */
  session(): Promise<AgentSession> {
    this.#opened ??= AgentSession.open(this.#options).then((session) => {
      this.#session = session;
      return session;
    });
    return this.#opened;
  }

  /** Ends the MCP servers that this agent started. */
  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    await (await this.#opened?.catch(() => undefined))?.close();
  }

  /** One run after the other: two at a time would answer each other's prompts. */
  #run<Result>(
    { signal, onEvent }: RunOptions,
    work: (session: AgentSession, run: Run) => Promise<Result>,
  ): Promise<Result> {
    const begin = async () => {
      // A session that could not be opened (no model, no key) is tried anew.
      const session = await this.session().catch((error: unknown) => {
        this.#opened = undefined;
        throw error;
      });
      if (signal?.aborted) throw stoppedError(session.log);
      return work(session, {
        signal: signal ?? new AbortController().signal,
        emit: onEvent ?? (() => undefined),
      });
    };
    const result = this.#last.then(begin, begin);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** Turns callbacks into a stream; its consumer may be slower than the run. */
async function* eventsOf(
  work: (run: Run) => Promise<unknown>,
  outer: AbortSignal | undefined,
): AsyncGenerator<AgentEvent, void> {
  const controller = new AbortController();
  const onAbort = () => controller.abort(outer?.reason);
  outer?.addEventListener('abort', onAbort);
  if (outer?.aborted) onAbort();
  const waiting: AgentEvent[] = [];
  let wake: () => void = () => undefined;
  let ended = false;
  const done = work({
    signal: controller.signal,
    emit: (event) => {
      waiting.push(event);
      wake();
    },
  }).finally(() => {
    ended = true;
    wake();
  });
  // The error is thrown below, when all events before it were taken.
  done.catch(() => undefined);
  try {
    for (;;) {
      const event = waiting.shift();
      if (event !== undefined) yield event;
      else if (ended) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    await done;
  } finally {
    outer?.removeEventListener('abort', onAbort);
    if (!ended) controller.abort();
    await done.catch(() => undefined);
  }
}
