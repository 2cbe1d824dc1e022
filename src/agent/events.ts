import type { ToolOutcome } from '../model/session-event.ts';

/** What happens while an agent runs, in order. */
export type AgentEvent =
  /** A piece of the answer, as it arrives. */
  | { type: 'text'; text: string }
  /** One answer of the model is complete; tool calls may follow. */
  | { type: 'answer-end' }
  | { type: 'tool-call'; id: string; name: string; input: unknown }
  | { type: 'tool-result'; id: string; name: string; outcome: ToolOutcome; output: string }
  /** The model's service failed and is asked again; `discardedChars` of text that was already sent do not count. */
  | { type: 'retry'; reason: string; attempt: number; waitMs: number; discardedChars: number }
  | { type: 'usage'; inputTokens: number; outputTokens: number; cachedTokens: number }
  | { type: 'compaction'; by: 'model' | 'digest'; tokensBefore: number; tokensAfter: number }
  /** The judge's word after a turn of a goal loop. */
  | {
      type: 'goal';
      status: 'active' | 'paused' | 'done';
      verdict: 'done' | 'continue';
      reason: string;
      turnsUsed: number;
      maxTurns: number;
    }
  /** A step of a workflow begins (`started`) or is done; `number` counts from 1. */
  | { type: 'step'; state: 'started' | 'done' | 'skipped'; number: number; total: number; name: string };

export type Emit = (event: AgentEvent) => void;

/** Tokens of a run, summed over its requests. */
export interface RunUsage {
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  requests: number;
}
