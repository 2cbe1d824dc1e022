import type { EpochMs } from '../../model/session-event.ts';
import { callAction } from './call-action.ts';
import type { CallBook } from './call-book.ts';
import type { Conversation } from './conversation.ts';
import type { Emitter } from './emitter.ts';
import { type CallOutput, scriptOutput } from './outputs.ts';
import { isPlanOnly, type ScriptStep, scriptPlan, scriptSteps } from './script.ts';

/** A code-mode script that has not ended. */
interface Script {
  /** What it still has to do, as far as its source tells. */
  steps: ScriptStep[];
  /** Something that it did was recorded. */
  seen: boolean;
  planOnly: boolean;
  /** When it started. */
  at: EpochMs | undefined;
}

/** What a script prints of a command that had not ended when it got its answer; the command's record comes at its end. */
const LEFT_RUNNING = /"session_id":\s*\d+/;

/**
 * Code mode: `custom_tool_call exec`, whose input is JavaScript.
 *
 * What a script does has records of its own (`CommandExecution`, `FileChange`), which do not name the script. The script
 * itself is only told of where they leave something out: it failed, goes on, was cut, or did nothing that is recorded.
 */
export class Scripts {
  readonly #out: Emitter;
  readonly #conversation: Conversation;
  readonly #book: CallBook;
  readonly #open = new Map<string, Script>();
  /** Kinds of steps that this file has records of: a step of such a kind without a record did not happen. */
  readonly #recorded = new Set<ScriptStep['type']>();

  constructor(out: Emitter, conversation: Conversation, book: CallBook) {
    this.#out = out;
    this.#conversation = conversation;
    this.#book = book;
  }

  has(callId: string): boolean {
    return this.#open.has(callId);
  }

  start(callId: string, source: string): void {
    this.#conversation.work();
    const script: Script = {
      steps: scriptSteps(source),
      seen: false,
      planOnly: isPlanOnly(source),
      at: this.#out.at,
    };
    this.#open.set(callId, script);
    if (script.planOnly) this.#book.open(callId, 'update_plan', { type: 'plan' });
    const items = scriptPlan(source);
    if (items) this.#out.send({ kind: 'plan', items });
  }

  /** A record tells of a step of some script: the oldest one that still has such a step, or else the oldest. */
  took(type: ScriptStep['type'] | 'other', command?: string): void {
    if (type !== 'other') this.#recorded.add(type);
    const fits = (step: ScriptStep) =>
      step.type === type && (step.type === 'edit' || step.command === command);
    const scripts = [...this.#open.values()];
    const script = scripts.find(({ steps }) => steps.some(fits)) ?? scripts[0];
    if (!script) return;
    script.seen = true;
    const index = script.steps.findIndex(fits);
    if (index !== -1) script.steps.splice(index, 1);
  }

  end(callId: string, output: unknown, directory: string | undefined): void {
    const script = this.#open.get(callId);
    if (!script) return;
    this.#open.delete(callId);
    const { state, result } = scriptOutput(output);
    if (script.planOnly) this.#book.end(callId, state === 'completed' ? { outcome: 'ok' } : result);
    else if (state === 'completed') this.#complete(callId, script, result, directory);
    else {
      // What failed or goes on is the next thing that the source names and that no record tells of.
      const [step] = script.steps;
      const told = script.seen && result.outcome !== 'failed' && result.outcome !== 'refused';
      if (step || !told) this.#step(callId, step, result, directory);
    }
  }

  /** Before 0.149, commands inside a script have no record of their own: the source tells of them. */
  #complete(callId: string, script: Script, result: CallOutput, directory: string | undefined): void {
    const running = script.steps.find((step) => step.type === 'run');
    if (running && this.#recorded.has('run') && LEFT_RUNNING.test(result.output ?? '')) {
      this.#step(callId, running, { outcome: 'running' }, directory);
      return;
    }
    const untold = script.steps.filter((step) => !this.#recorded.has(step.type));
    if (untold.length === 0 && script.seen) return;
    const steps = untold.length > 0 ? untold : [undefined];
    steps.forEach((step, index) => {
      const last = index === steps.length - 1;
      this.#step(
        index === 0 ? callId : `${callId}#${index + 1}`,
        step,
        last ? result : { outcome: 'ok' },
        directory,
      );
    });
  }

  /** The turn is over: a script that did not end leaves what it was doing as a call without a result. */
  cut(directory: string | undefined): void {
    for (const [callId, script] of this.#open) {
      const [step] = script.steps;
      if (!step && (script.seen || script.planOnly)) continue;
      const now = this.#out.at;
      this.#out.at = script.at;
      this.#step(callId, step, undefined, directory);
      this.#out.at = now;
    }
    this.#open.clear();
  }

  #step(
    callId: string,
    step: ScriptStep | undefined,
    result: CallOutput | undefined,
    sessionDirectory: string | undefined,
  ): void {
    if (step?.type === 'run') {
      const { command, directory } = step;
      const action = callAction('exec_command', { cmd: command, workdir: directory }, sessionDirectory);
      this.#book.open(callId, 'exec_command', action, command);
    } else if (step) this.#book.open(callId, 'apply_patch', { type: 'edit', changes: step.changes });
    else this.#book.open(callId, 'exec', { type: 'other' });
    if (result) this.#book.end(callId, result);
  }
}
