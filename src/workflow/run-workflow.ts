import { basename } from 'node:path';
import type { AgentSession, Conversation, Run } from '../agent/agent-session.ts';
import { awaitsAnswer } from '../agent/model-messages.ts';
import { PraisonError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../model/session-record.ts';
import {
  type Checkpoint,
  type LoadedCheckpoint,
  loadCheckpoint,
  type StepResult,
  saveCheckpoint,
  sessionCheckpoint,
} from './checkpoint-file.ts';
import type { FoundWorkflow } from './find-workflow.ts';
import { type Fingerprint, fingerprintOf } from './fingerprint.ts';
import type { WorkflowStep } from './parse-workflow.ts';
import { nextStep, stepPrompt, stepSystem, substitute, withOutput } from './step.ts';

export interface WorkflowOptions {
  /** Name of the checkpoint. Default: the workflow's own. */
  checkpoint?: string;
  /** Goes on after the last completed step; fails when there is no checkpoint to go on from. */
  resume?: boolean;
  /** Resumes at the same step although the definition was changed. */
  rebase?: boolean;
  /** Begins anew although an unfinished checkpoint stands. */
  restart?: boolean;
  /** Stand over the definition's variables, and over the checkpoint's. */
  variables?: { readonly [name: string]: string };
}

export interface WorkflowResult {
  workflow: string;
  checkpoint: string;
  results: StepResult[];
  /** Output of the last step. */
  output: string;
  /** Steps that were done before this run. */
  resumedFrom?: number;
}

/** How often a workflow may take its steps: branches back are fine, going round for ever is not. */
const ROUNDS = 10;

/**
 * Runs a workflow's steps one after the other, each in a conversation of its own, all in one session. After each step
 * the checkpoint is on the disk; a step that was interrupted goes on in its conversation, so that nothing is done twice.
 *
 * @throws PraisonError; the checkpoint stands at the last completed step
 */
export async function runWorkflow(
  session: AgentSession,
  found: FoundWorkflow,
  options: WorkflowOptions,
  run: Run,
): Promise<WorkflowResult> {
  const begun = beginWorkflow(found, options);
  const execution = new Execution(session, found, begun, run);
  const results = await execution.run();
  return {
    workflow: found.workflow.name,
    checkpoint: begun.checkpoint.name,
    results,
    output: results.findLast(({ status }) => status === 'success')?.output ?? '',
    ...(begun.resumed ? { resumedFrom: begun.checkpoint.completedSteps } : {}),
  };
}

export interface BegunWorkflow {
  checkpoint: Checkpoint;
  fingerprint: Fingerprint;
  resumed: boolean;
}

/** Decides from which checkpoint a run begins. Nothing is written. @throws PraisonError */
export function beginWorkflow(found: FoundWorkflow, options: WorkflowOptions): BegunWorkflow {
  const { workflow, workspace } = found;
  if (options.resume && options.restart)
    throw new PraisonError('invalid-argument', 'Either resume or restart, not both.');
  const name = options.checkpoint ?? defaultCheckpoint(workflow.name);
  const fingerprint = fingerprintOf(workflow);
  const given = { ...options.variables } as JsonObject;
  const stands = options.restart ? undefined : loadCheckpoint(workspace, name);
  if (options.resume) {
    if (stands === undefined) throw noCheckpoint(name);
    checkSame(stands, found, fingerprint, options.rebase ?? false);
    const variables = { ...workflow.variables, ...stands.variables, ...given };
    return { checkpoint: { ...stands, variables }, fingerprint, resumed: true };
  }
  const total = workflow.steps.length;
  if (stands !== undefined && stands.completedSteps < total && stands.results.length > 0) {
    throw new PraisonError(
      'checkpoint-exists',
      `The checkpoint ${name} stands at step ${stands.completedSteps} of ${total}: running anew would do those steps again.`,
      { hints: ['Go on from it: --resume', 'Or begin anew: --restart'], facts: { checkpoint: name } },
    );
  }
  const variables: JsonObject = { ...workflow.variables, ...given };
  const checkpoint = { name, workflowName: workflow.name, completedSteps: 0, results: [], variables };
  return { checkpoint, fingerprint, resumed: false };
}

/** The workflow's name as a file's. */
export function defaultCheckpoint(workflow: string): string {
  return workflow
    .replace(/[^\p{L}\p{N}_ .-]/gu, '_')
    .replace(/^[ .-]/, '_')
    .slice(0, 100);
}

function noCheckpoint(name: string): PraisonError {
  return new PraisonError('checkpoint-not-found', `There is no checkpoint ${name} to resume from.`, {
    hints: ["See 'praisonai workflow checkpoints', or leave --resume out to begin."],
    facts: { checkpoint: name },
  });
}

/** A changed definition means that the recorded number may be another step's: only a person can say that it is not. */
function checkSame(
  checkpoint: LoadedCheckpoint,
  { workflow, path }: FoundWorkflow,
  now: Fingerprint,
  rebase: boolean,
): void {
  const { fingerprint, looseFingerprint } = checkpoint;
  const changed = (what: string, hints: string[]) =>
    new PraisonError('workflow-changed', what, { hints, facts: { checkpoint: checkpoint.name } });
  const names = [workflow.name, basename(path, '.md')].map((each) => each.toLowerCase());
  if (checkpoint.workflowName !== '' && !names.includes(checkpoint.workflowName.toLowerCase()))
    throw changed(`The checkpoint ${checkpoint.name} is of another workflow: ${checkpoint.workflowName}`, []);
  if (checkpoint.completedSteps > workflow.steps.length)
    throw changed(
      `The workflow ${workflow.name} has fewer steps than the checkpoint ${checkpoint.name} says are done.`,
      [],
    );
  const same =
    fingerprint !== undefined &&
    (fingerprint === now.exact || fingerprint === now.loose || looseFingerprint === now.loose);
  if (same || rebase) return;
  const why = fingerprint === undefined ? 'may have been changed' : 'was changed';
  throw changed(`The workflow ${workflow.name} ${why} since the checkpoint ${checkpoint.name} was made.`, [
    'Begin anew: --restart',
    `Or, if step ${checkpoint.completedSteps + 1} is still the next one: --resume --rebase-checkpoint`,
  ]);
}

class Execution {
  readonly #session: AgentSession;
  readonly #found: FoundWorkflow;
  readonly #fingerprint: Fingerprint;
  readonly #run: Run;
  #checkpoint: Checkpoint;

  constructor(session: AgentSession, found: FoundWorkflow, begun: BegunWorkflow, run: Run) {
    this.#session = session;
    this.#found = found;
    this.#fingerprint = begun.fingerprint;
    this.#checkpoint = begun.checkpoint;
    this.#run = run;
  }

  async run(): Promise<StepResult[]> {
    const { steps, name } = this.#found.workflow;
    const { results: taken, completedSteps: done } = this.#checkpoint;
    if (nextStep(steps, taken, done) >= steps.length) return taken;
    await this.#begin();
    for (;;) {
      const { results, completedSteps } = this.#checkpoint;
      const index = nextStep(steps, results, completedSteps);
      const step = steps[index];
      if (step === undefined) return results;
      if (results.length >= steps.length * ROUNDS) {
        throw new PraisonError(
          'workflow-loops',
          `The workflow ${name} goes round: ${results.length} steps were taken, and ${step.name} would be the next.`,
          {
            hints: ['Look at its branch and next_steps blocks.'],
            facts: { workflow: name, step: step.name },
          },
        );
      }
      const place = { number: index + 1, total: steps.length, name: step.name };
      if (this.#isSkipped(step)) {
        await this.#complete(index, { step: step.name, status: 'skipped', output: null });
        this.#run.emit({ type: 'step', state: 'skipped', ...place });
        continue;
      }
      this.#run.emit({ type: 'step', state: 'started', ...place });
      const output = await this.#take(step, index);
      await this.#complete(index, { step: step.name, status: 'success', output });
      this.#run.emit({ type: 'step', state: 'done', ...place });
    }
  }

  /** The checkpoint stands before the first step begins: an interrupted first step can be resumed like any other. */
  async #begin(): Promise<void> {
    const { log } = this.#session;
    const { name, description } = this.#found.workflow;
    await this.#save();
    if (log.messages.length > 0) {
      await log.setMetadata(this.#fields());
      return;
    }
    const content = `Run the workflow ${name}${description === '' ? '' : `: ${description}`}`;
    await log.append([{ role: 'user', content }], {
      metadata: { ...this.#fields(), model: this.#session.modelName },
    });
  }

  #isSkipped(step: WorkflowStep): boolean {
    if (step.condition === undefined) return false;
    const condition = substitute(step.condition, this.#checkpoint.variables).trim().toLowerCase();
    return ['false', 'no', 'skip', '0'].includes(condition);
  }

  /** Takes a step, or what is left of it when it was interrupted. */
  async #take(step: WorkflowStep, index: number): Promise<string> {
    const { log } = this.#session;
    const visit = this.#checkpoint.results.length;
    const place = `${this.#checkpoint.name}:${visit}:${index}`;
    const conversation = await this.#conversation(step);
    const begun = log.messages.findLastIndex((message) => message.metadata['workflow_step'] === place);
    if (begun === -1) {
      const text = stepPrompt(step, this.#checkpoint);
      const metadata: { [key: string]: JsonValue } = { injected: 'workflow', workflow_step: place };
      return this.#session.prompt({ text, metadata }, this.#run, {
        ...conversation,
        start: log.messages.length,
      });
    }
    if (awaitsAnswer(log.messages))
      return (await this.#session.goOn(this.#run, { ...conversation, start: begun })) ?? '';
    return log.messages.findLast(({ role }) => role === 'assistant')?.content ?? '';
  }

  async #conversation(step: WorkflowStep): Promise<Conversation> {
    const conversation: Conversation = {};
    const system = stepSystem(step);
    if (system !== undefined) conversation.system = system;
    const preferred = this.#session.hasGivenModel ? undefined : this.#found.workflow.model;
    const named = step.agent['llm'] ?? step.agent['model'] ?? preferred;
    if (typeof named === 'string' && named !== '') conversation.model = await this.#session.otherModel(named);
    if (step.tools !== undefined) {
      const missing = step.tools.find((tool) => !this.#session.tools.includes(tool));
      if (missing !== undefined) {
        throw new PraisonError(
          'workflow-invalid',
          `The step ${step.name} wants the tool ${missing}, which is not there.`,
          {
            hints: [
              `Tools: ${this.#session.tools.join(', ') || 'none'}`,
              'Add an MCP server that has it: --mcp "command"',
            ],
            facts: { step: step.name, tool: missing },
          },
        );
      }
      conversation.tools = step.tools;
    }
    return conversation;
  }

  async #complete(index: number, result: StepResult): Promise<void> {
    const step = this.#found.workflow.steps[index];
    const { results, variables } = this.#checkpoint;
    this.#checkpoint = {
      ...this.#checkpoint,
      completedSteps: index + 1,
      results: [...results, result],
      variables: step === undefined ? variables : withOutput(variables, step, result.output),
    };
    await this.#save();
    await this.#session.log.setMetadata(this.#fields());
  }

  #save(): Promise<void> {
    return saveCheckpoint(this.#found.workspace, this.#checkpoint, this.#fingerprint);
  }

  #fields(): { [key: string]: JsonValue } {
    const names = this.#found.workflow.steps.map(({ name }) => name);
    return { workflow_checkpoint: sessionCheckpoint(this.#checkpoint, names, this.#fingerprint) };
  }
}
