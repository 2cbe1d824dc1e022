export type ErrorCode =
  | 'session-not-found'
  | 'ambiguous-session'
  | 'empty-session-id'
  | 'no-session'
  | 'no-store'
  | 'unknown-source'
  | 'unreadable-session'
  | 'not-writable'
  | 'invalid-argument'
  | 'invalid-file'
  | 'already-exists'
  | 'not-shared'
  // Running an agent.
  | 'no-model'
  | 'unknown-model'
  | 'unknown-provider'
  | 'missing-key'
  | 'unauthorized'
  | 'rate-limited'
  | 'context-full'
  | 'model-failed'
  | 'too-many-steps'
  | 'interrupted'
  | 'nothing-to-do'
  | 'tool-server-failed'
  // Workflows.
  | 'workflow-not-found'
  | 'workflow-invalid'
  | 'workflow-loops'
  | 'workflow-failed'
  | 'workflow-changed'
  | 'checkpoint-not-found'
  | 'checkpoint-broken'
  | 'checkpoint-exists'
  // Handing over to an agent.
  | 'unknown-agent'
  | 'agent-not-installed'
  | 'directory-missing'
  | 'not-a-terminal';

/** An error that a person can do something about: a code for programs, the facts, and the way out. */
export class PraisonError extends Error {
  override readonly name = 'PraisonError';
  readonly code: ErrorCode;
  /** Lines that say what to do next. */
  readonly hints: readonly string[];
  /** Typed facts for programs; part of the JSON form. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { hints?: readonly string[]; facts?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hints = options.hints ?? [];
    this.facts = options.facts ?? {};
  }
}
