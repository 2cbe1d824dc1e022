import type { AgentSession, Run } from '../agent/agent-session.ts';
import { askModel } from '../agent/ask-model.ts';
import { awaitsAnswer } from '../agent/model-messages.ts';
import { isStop, lastRun, stoppedError } from '../agent/run-turns.ts';
import { PraisonError } from '../errors.ts';
import type { JsonObject } from '../model/session-record.ts';
import { nonEmpty } from '../sources/fields.ts';
import {
  type BegunGoal,
  beginGoal,
  type GoalCriteriaOptions,
  type GoalStatus,
  goalInstructions,
  goalRecord,
  type RunningGoal,
} from './goal-record.ts';
import { JUDGE_SYSTEM, judgeRequest, parseVerdict, turnEvidence, type Verdict } from './judge.ts';
import { type CommandRun, runCommand } from './verify-command.ts';

export interface GoalOptions {
  /** What is to be reached, in one sentence. */
  goal: string;
  criteria?: GoalCriteriaOptions;
  /** Turns that are judged until the loop pauses. Default 20. */
  maxTurns?: number;
  /** `provider/model` of the judge. Default: `PRAISONAI_JUDGE_MODEL`, else the agent's own model. */
  judgeModel?: string;
  /** Goes on with the session's goal where it is the same one. Default true. */
  resume?: boolean;
  /** How long the verification command may take, in milliseconds. Default 10 minutes. */
  verifyTimeoutMs?: number;
}

export interface GoalResult {
  status: GoalStatus;
  /** The judge's last reason. */
  reason: string;
  turnsUsed: number;
  maxTurns: number;
  /** The agent's last words. */
  text: string;
}

/** After so many answers without a verdict in a row the judge is of no use: a person must look. */
const MOST_PARSE_FAILURES = 3;
const UNPARSABLE = 'judge response unparseable';
const VERIFY_TIMEOUT_MS = 600_000;
const REASON_CHARS = 700;

/** See `Agent.runGoal`. `task` may be blank where a loop goes on. */
export async function runGoal(
  session: AgentSession,
  task: string,
  options: GoalOptions,
  run: Run,
): Promise<GoalResult> {
  const begun = beginGoal(session.log.metadata['goal_state'], options);
  if (begun.goal.status === 'done') return result(begun.goal, lastWords(session));
  const loop = new GoalLoop(session, begun, options, run);
  return loop.run(task.trim());
}

class GoalLoop {
  readonly #session: AgentSession;
  readonly #begun: BegunGoal;
  readonly #options: GoalOptions;
  readonly #run: Run;
  readonly #command: string | undefined;
  #goal: RunningGoal;

  constructor(session: AgentSession, begun: BegunGoal, options: GoalOptions, run: Run) {
    this.#session = session;
    this.#begun = begun;
    this.#goal = begun.goal;
    this.#options = options;
    this.#run = run;
    const given = options.criteria?.verification;
    const kept =
      begun.before === undefined ? undefined : nonEmpty(session.log.metadata['goal_verify_command']);
    this.#command = typeof given === 'object' ? given.command : given === undefined ? kept : undefined;
  }

  async run(task: string): Promise<GoalResult> {
    let text = await this.#firstTurn(task);
    for (;;) {
      await this.#judge();
      const { status, lastVerdict: verdict, lastReason: reason, turnsUsed, maxTurns } = this.#goal;
      const event = { status, verdict: verdict || 'continue', reason, turnsUsed, maxTurns } as const;
      if (status !== 'active') {
        await this.#session.log.setMetadata(this.#fields());
        this.#run.emit({ type: 'goal', ...event });
        return result(this.#goal, text);
      }
      this.#run.emit({ type: 'goal', ...event });
      text = await this.#prompt(nextPrompt(this.#goal), 'goal');
    }
  }

  /** Goes on exactly where an interrupted loop stopped: no turn is taken, and none judged, twice. */
  async #firstTurn(task: string): Promise<string> {
    const { log } = this.#session;
    const { before } = this.#begun;
    const isNew =
      task !== '' && !log.messages.some(({ role, content }) => role === 'user' && content === task);
    if (before === undefined || isNew || log.messages.length === 0)
      return this.#prompt(task || this.#goal.goal);
    await log.setMetadata(this.#fields());
    if (awaitsAnswer(log.messages)) return (await this.#session.goOn(this.#run, this.#conversation())) ?? '';
    // After a judged turn the next prompt follows in the same change: an answer at the end was never judged,
    // except by the judge who paused the loop.
    if (before === 'paused') return this.#prompt(nextPrompt(this.#goal), 'goal');
    return lastWords(this.#session);
  }

  #prompt(text: string, injected?: string): Promise<string> {
    const prompt = injected === undefined ? { text } : { text, metadata: { injected } };
    return this.#session.prompt(prompt, this.#run, { ...this.#conversation(), fields: this.#fields() });
  }

  #conversation(): { system: string } {
    return { system: goalInstructions(this.#goal) };
  }

  #fields(): JsonObject {
    const fields: JsonObject = { goal_state: goalRecord(this.#goal) };
    if (this.#command !== undefined) fields['goal_verify_command'] = this.#command;
    return fields;
  }

  async #judge(): Promise<void> {
    const decided = await this.#decide().catch(async (error: unknown) => {
      await this.#session.log.setMetadata({ last_run: lastRun('interrupted') });
      throw error;
    });
    const parseFailures = decided.reason === UNPARSABLE ? this.#goal.consecutiveParseFailures + 1 : 0;
    const goal: RunningGoal = {
      ...this.#goal,
      turnsUsed: this.#goal.turnsUsed + 1,
      lastVerdict: decided.verdict,
      lastReason: decided.reason.slice(0, REASON_CHARS),
      consecutiveParseFailures: parseFailures,
    };
    const exhausted = goal.turnsUsed >= goal.maxTurns || parseFailures >= MOST_PARSE_FAILURES;
    this.#goal = { ...goal, status: decided.verdict === 'done' ? 'done' : exhausted ? 'paused' : 'active' };
  }

  /** A command that fails decides alone: no judge can find the goal reached against it, and none needs to be paid. */
  async #decide(): Promise<Verdict> {
    const verified = await this.#verify();
    if (verified !== undefined && !verified.ok)
      return { verdict: 'continue', reason: failureReason(verified) };
    const shown =
      verified === undefined
        ? ''
        : `\nThe verification command was run now, outside of the agent: ${verified.ending}\n${verified.output}`;
    const evidence = turnEvidence(this.#session.log.messages) + shown;
    return this.#askJudge(evidence);
  }

  async #verify(): Promise<(CommandRun & { command: string }) | undefined> {
    const command = this.#command;
    if (command === undefined) return undefined;
    const { signal } = this.#run;
    const timeoutMs = this.#options.verifyTimeoutMs ?? VERIFY_TIMEOUT_MS;
    const ran = await runCommand(command, { directory: this.#session.workspace, timeoutMs, signal });
    if (signal.aborted) throw stoppedError(this.#session.log);
    return { ...ran, command };
  }

  /** A judge that cannot be had stops nothing: the work goes on, within its budget. */
  async #askJudge(evidence: string): Promise<Verdict> {
    const session = this.#session;
    try {
      const name = this.#options.judgeModel ?? nonEmpty(process.env['PRAISONAI_JUDGE_MODEL']);
      const judge = name === undefined ? session.model : await session.otherModel(name);
      const answer = await askModel({
        model: judge.model,
        provider: judge.provider,
        system: JUDGE_SYSTEM,
        messages: [{ role: 'user', content: judgeRequest(this.#goal, evidence) }],
        tools: {},
        signal: this.#run.signal,
        patience: { ...session.patience, maxRetries: Math.min(1, session.patience.maxRetries) },
        failure: { model: judge.name, sessionId: undefined },
      });
      if (answer.usage !== undefined) {
        await session.log.append([], { usage: answer.usage });
        const { inputTokens, outputTokens, cachedTokens = 0 } = answer.usage;
        session.count({ inputTokens, outputTokens, cachedTokens });
        this.#run.emit({ type: 'usage', inputTokens, outputTokens, cachedTokens });
      }
      return parseVerdict(answer.text) ?? { verdict: 'continue', reason: UNPARSABLE };
    } catch (error) {
      if (isStop(error) || this.#run.signal.aborted) throw stoppedError(this.#session.log);
      if (!(error instanceof PraisonError)) throw error;
      return { verdict: 'continue', reason: `judge unavailable: ${error.message}` };
    }
  }
}

function nextPrompt(goal: RunningGoal): string {
  const reason = goal.lastReason || 'nobody has found it reached';
  return `The goal is not reached yet: ${reason}\nGo on with your tools until it is, and show what proves it.`;
}

function failureReason({ command, ending, output }: CommandRun & { command: string }): string {
  const head = `\`${command}\` failed (${ending})`;
  if (output === '') return head;
  const room = REASON_CHARS - head.length - 3;
  return `${head}: ${output.length <= room ? output : `…${output.slice(-room)}`}`;
}

function result(goal: RunningGoal, text: string): GoalResult {
  return {
    status: goal.status,
    reason: goal.lastReason,
    turnsUsed: goal.turnsUsed,
    maxTurns: goal.maxTurns,
    text,
  };
}

function lastWords(session: AgentSession): string {
  return session.log.messages.findLast(({ role }) => role === 'assistant')?.content ?? '';
}
