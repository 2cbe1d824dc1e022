import type { LanguageModel, ToolSet } from 'ai';
import type { AgentStore } from './agent-store.ts';

export interface AgentOptions {
  /** Kept with the session as its agent's name. Default `Agent`. */
  name?: string;
  /** The system prompt. */
  instructions?: string;
  /**
   * `provider/model`, or a model of the AI SDK. Default: the session's own, else `PRAISONAI_MODEL`, else see
   * `chooseModel`.
   */
  model?: string | LanguageModel;
  /** AI SDK tools by name. They run one after the other, in the order in which the model calls them. */
  tools?: ToolSet;
  /** MCP servers to start, each a command line; their tools join `tools`. They run until `close`. */
  mcpServers?: readonly string[];
  /** A session that exists goes on; any other id is given to a new one. Default: a new session with a random id. */
  sessionId?: string;
  /** Where the session is kept. Default: this project's JSON store. `false`: nowhere. */
  store?: AgentStore | false;
  /** The directory that the work is in. Absolute. Default: that of this process. */
  workspace?: string;
  /** Requests to the model within which a prompt must be answered. Default 100. */
  maxSteps?: number;
  /** How long a tool may take, in milliseconds. Default 10 minutes. */
  toolTimeoutMs?: number;
  /** Further attempts when the model's service fails in a way that may pass. Default 4. */
  maxRetries?: number;
  /** Silence of the model's service after which it is taken for dead, in milliseconds. Default 5 minutes. */
  idleTimeoutMs?: number;
  /** Tokens that a conversation may take before it is compacted. Default `PRAISONAI_CONTEXT_TOKENS`, else 100,000. */
  contextTokens?: number;
  /** Who writes the summary of a compacted conversation. Default `model`, and the digest where it fails. */
  summaryBy?: 'model' | 'digest';
}

export const DEFAULT_MAX_STEPS = 100;
export const DEFAULT_TOOL_TIMEOUT_MS = 600_000;
