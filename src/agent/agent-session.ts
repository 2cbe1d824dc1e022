import { homedir } from 'node:os';
import type { LanguageModel, ToolSet } from 'ai';
import { PraisonError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../model/session-record.ts';
import { identifyProject } from '../project/identity.ts';
import { nonEmpty } from '../sources/fields.ts';
import type { Environment } from '../sources/source.ts';
import { openProjectStore } from '../stores/json/open-store.ts';
import { type AgentOptions, DEFAULT_MAX_STEPS, DEFAULT_TOOL_TIMEOUT_MS } from './agent-options.ts';
import type { AgentStore } from './agent-store.ts';
import { DEFAULT_PATIENCE, type Patience } from './ask-model.ts';
import { Compactor, contextTokensFrom } from './compactor.ts';
import type { Emit, RunUsage } from './events.ts';
import { type ConnectedTools, connectMcpServers } from './mcp-tools.ts';
import { chooseModel, resolveModel } from './models.ts';
import { addPrompt, type Prompt, reopen, runTurns, type TurnOptions } from './run-turns.ts';
import { SessionLog } from './session-log.ts';

/** What one run is given. */
export interface Run {
  signal: AbortSignal;
  emit: Emit;
}

export interface Conversation {
  /** Joined to the instructions. */
  system?: string;
  /** Index in the log's messages where the conversation begins. Default 0: all of the session. */
  start?: number;
  /** Metadata that is written along with the prompt. */
  fields?: { [key: string]: JsonValue };
  /** Another model than the session's. */
  model?: ActiveModel;
  /** The only tools that may be used. Default: all. */
  tools?: readonly string[];
}

/** An agent at work in one session: its log, its model and its tools. What `Agent`, goals and workflows are made of. */
export class AgentSession {
  readonly log: SessionLog;
  readonly usage: RunUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, requests: 0 };
  readonly workspace: string;
  readonly patience: Patience;
  readonly #options: AgentOptions;
  readonly #compactor: Compactor;
  readonly #variables: Environment['variables'];
  readonly #connected: ConnectedTools;
  #model: ActiveModel;

  private constructor(options: AgentOptions, environment: Environment, parts: SessionParts) {
    this.#options = options;
    this.#variables = environment.variables;
    this.#model = parts.model;
    this.#connected = parts.connected;
    this.log = parts.log;
    this.workspace = environment.directory;
    this.patience = {
      maxRetries: options.maxRetries ?? DEFAULT_PATIENCE.maxRetries,
      idleTimeoutMs: options.idleTimeoutMs ?? DEFAULT_PATIENCE.idleTimeoutMs,
    };
    this.#compactor = new Compactor({
      contextTokens:
        options.contextTokens ?? contextTokensFrom(environment.variables['PRAISONAI_CONTEXT_TOKENS']),
      by: options.summaryBy ?? 'model',
    });
  }

  /** Opens the session, the model and the tool servers; nothing is written and no model is asked. */
  static async open(options: AgentOptions): Promise<AgentSession> {
    const environment = environmentOf(options.workspace);
    const log = await SessionLog.open(storeOf(options, environment), options.sessionId, {
      agentName: options.name ?? 'Agent',
      metadata: { workspace: environment.directory },
    });
    const model = await activeModel(options.model, log, environment.variables);
    const connected = await connectMcpServers(options.mcpServers ?? [], environment.directory);
    return new AgentSession(options, environment, { log, model, connected });
  }

  get modelName(): string {
    return this.#model.name;
  }

  /** Whether the caller named a model, rather than the session or the environment. */
  get hasGivenModel(): boolean {
    return this.#options.model !== undefined;
  }

  /** The names of all tools. */
  get tools(): string[] {
    return Object.keys(this.#tools());
  }

  async useModel(name: string): Promise<void> {
    this.#model = await activeModel(name, this.log, this.#variables);
  }

  /** A model beside the agent's own: the judge's. */
  async otherModel(name: string): Promise<ActiveModel> {
    return activeModel(name, this.log, this.#variables);
  }

  get model(): ActiveModel {
    return this.#model;
  }

  /** Adds a prompt and works until it is answered. */
  async prompt(prompt: Prompt, run: Run, conversation: Conversation = {}): Promise<string> {
    if (prompt.text.trim() === '') throw new PraisonError('invalid-argument', 'The prompt is empty.');
    await addPrompt(this.log, prompt, { ...this.#modelField(), ...conversation.fields });
    return runTurns(this.#turnOptions(run, conversation));
  }

  /** Works on where the session stands; `undefined` when no answer is due. */
  async goOn(run: Run, conversation: Conversation = {}): Promise<string | undefined> {
    if (!(await reopen(this.log))) return undefined;
    return runTurns(this.#turnOptions(run, conversation));
  }

  /** Compacts the conversation now; false when there is too little to gain. */
  compact(run: Run): Promise<boolean> {
    return this.#compactor.makeRoom(this.#turnOptions(run, {}), 'now');
  }

  close(): Promise<void> {
    return this.#connected.close();
  }

  count(usage: Omit<RunUsage, 'requests'>): void {
    this.usage.inputTokens += usage.inputTokens;
    this.usage.outputTokens += usage.outputTokens;
    this.usage.cachedTokens += usage.cachedTokens;
    this.usage.requests += 1;
  }

  #modelField(): JsonObject {
    return this.log.metadata['model'] === this.#model.name ? {} : { model: this.#model.name };
  }

  #tools(allowed?: readonly string[]): ToolSet {
    const tools = { ...this.#connected.tools, ...this.#options.tools };
    if (allowed === undefined) return tools;
    return Object.fromEntries(Object.entries(tools).filter(([name]) => allowed.includes(name)));
  }

  #turnOptions({ signal, emit }: Run, conversation: Conversation): TurnOptions {
    const { system, start, model = this.#model } = conversation;
    const { name, instructions } = this.#options;
    const own = instructions?.trim() || `You are ${name ?? 'an agent'}.`;
    return {
      log: this.log,
      model: model.model,
      provider: model.provider,
      modelName: model.name,
      system: system === undefined ? own : `${own}\n\n${system}`,
      tools: this.#tools(conversation.tools),
      signal,
      emit: (event) => {
        if (event.type === 'usage') this.count(event);
        emit(event);
      },
      patience: this.patience,
      maxSteps: this.#options.maxSteps ?? DEFAULT_MAX_STEPS,
      toolTimeoutMs: this.#options.toolTimeoutMs ?? DEFAULT_TOOL_TIMEOUT_MS,
      start: start ?? 0,
      compactor: this.#compactor,
    };
  }
}

interface SessionParts {
  log: SessionLog;
  model: ActiveModel;
  connected: ConnectedTools;
}

export interface ActiveModel {
  model: LanguageModel;
  provider: string;
  /** As the user named it; what the session records. */
  name: string;
}

async function activeModel(
  given: string | LanguageModel | undefined,
  log: SessionLog,
  variables: Environment['variables'],
): Promise<ActiveModel> {
  if (given !== undefined && typeof given !== 'string')
    return {
      model: given,
      provider: given.provider,
      name: `${given.provider.split('.')[0]}/${given.modelId}`,
    };
  const name = chooseModel([given, nonEmpty(log.metadata['model'])], variables);
  const resolved = await resolveModel(name, variables);
  return { model: resolved.model, provider: resolved.name.provider, name };
}

function storeOf(options: AgentOptions, environment: Environment): AgentStore | undefined {
  if (options.store === false) return undefined;
  return options.store ?? openProjectStore(environment, identifyProject(environment.directory, environment));
}

function environmentOf(workspace: string | undefined): Environment {
  return {
    home: homedir(),
    variables: process.env,
    platform: process.platform,
    directory: workspace ?? process.cwd(),
  };
}
