import type { ModelMessage } from 'ai';
import { chooseCut } from '../compaction/choose-cut.ts';
import { digestMessages, digestSummary, statedConstraints } from '../compaction/digest-summary.ts';
import { estimateMessageTokens, estimateTextTokens } from '../compaction/estimate-tokens.ts';
import { SUMMARY_SYSTEM, summaryRequest } from '../compaction/model-summary.ts';
import { framedSummary, isSummary } from '../compaction/summary-text.ts';
import type { MessageRecord } from '../model/session-record.ts';
import { finiteNumber } from '../sources/fields.ts';
import { askModel } from './ask-model.ts';
import { isStop, type TurnOptions } from './run-turns.ts';

export interface CompactionOptions {
  /**
   * Tokens that a conversation may take; compacted above four fifths of it. Default `PRAISONAI_CONTEXT_TOKENS`, else
   * 100,000.
   */
  contextTokens: number;
  /** Who writes the summary: the model (one request more; when it fails, the digest), or the digest alone. */
  by: 'model' | 'digest';
}

export const DEFAULT_CONTEXT_TOKENS = 100_000;

const FULL = 0.8;
/** Of the budget, for what stays word for word. */
const KEPT = 0.3;
/** A compaction that leaves more than this share of the conversation is not worth its loss. */
const WORTH = 0.85;
/** Less than this is about what a summary takes. */
const LEAST_TOKENS = 400;
/** After one that was not worth it, the conversation must grow by this before the next is tried. */
const GROWTH = 1.25;

/** Keeps a conversation within its budget. One per session and agent. */
export class Compactor {
  readonly #options: CompactionOptions;
  /** Tokens by the service's count for one of ours. */
  #correction = 1;
  /** Size at which a compaction saved too little. */
  #stalledAt = 0;

  constructor(options: CompactionOptions) {
    this.#options = options;
  }

  /** Learns from the service's own count of a request. */
  learn(messages: readonly ModelMessage[], inputTokens: number): void {
    const estimate = estimateTextTokens(JSON.stringify(messages));
    // Small requests are mostly tools and instructions: they say nothing about text.
    if (estimate < 500 || inputTokens <= 0) return;
    this.#correction = Math.max(0.5, Math.min(3, inputTokens / estimate));
  }

  /**
   * Compacts the conversation `when-needed`, or `now`. Only the messages that are sent count.
   *
   * @returns whether it became shorter
   */
  async makeRoom(options: TurnOptions, urgency: 'when-needed' | 'now'): Promise<boolean> {
    const { log, start } = options;
    const from = Math.max(start, log.covered);
    const messages = log.messages.slice(from);
    const tokens = messages.map((message) => estimateMessageTokens(message) * this.#correction);
    const summary = log.covered > start ? (log.compaction?.summary ?? '') : '';
    const before = total(tokens) + this.#tokens(summary) + this.#tokens(options.system);
    if (urgency === 'when-needed' && !this.#isFull(before)) return false;
    const budget =
      urgency === 'now' ? Math.min(before, this.#options.contextTokens) : this.#options.contextTokens;
    const cut = chooseCut(messages, tokens, budget * KEPT);
    if (cut === undefined || total(tokens.slice(0, cut)) < LEAST_TOKENS) return false;
    const covered = from + cut;
    const written = await this.#summary(options, messages.slice(0, cut), summary, covered);
    const after = this.#tokens(written.text) + total(tokens.slice(cut)) + this.#tokens(options.system);
    if (after > before * WORTH) {
      this.#stalledAt = before;
      return false;
    }
    const sizes = { tokensBefore: Math.round(before), tokensAfter: Math.round(after) };
    await log.compact(covered, { summary: written.text, ...sizes, metadata: { by: written.by } });
    options.emit({ type: 'compaction', by: written.by, ...sizes });
    return true;
  }

  #isFull(tokens: number): boolean {
    return tokens > this.#options.contextTokens * FULL && tokens > this.#stalledAt * GROWTH;
  }

  #tokens(text: string): number {
    return estimateTextTokens(text) * this.#correction;
  }

  async #summary(
    options: TurnOptions,
    messages: readonly MessageRecord[],
    earlier: string,
    covered: number,
  ): Promise<{ text: string; by: 'model' | 'digest' }> {
    // Rules hold for the whole session: they are read from all of it each time, so that no summary can lose one.
    const constraints = statedConstraints(digestMessages(options.log.messages.slice(0, covered)));
    const facts = { messages: covered - options.start, constraints };
    const earlierText = earlier === '' ? undefined : earlier;
    const asked = this.#options.by === 'model' ? await this.#ask(options, messages, earlierText) : undefined;
    if (asked !== undefined)
      return { by: 'model', text: framedSummary(asked, { ...facts, by: `written by ${options.modelName}` }) };
    const made = digestSummary(digestMessages(messages, earlierText));
    return { by: 'digest', text: framedSummary(made, { ...facts, by: 'made without a model' }) };
  }

  /** `undefined` when the model cannot be had, or answers something else. */
  async #ask(
    options: TurnOptions,
    messages: readonly MessageRecord[],
    earlier: string | undefined,
  ): Promise<string | undefined> {
    const maxChars = Math.floor((this.#options.contextTokens * 2) / this.#correction);
    try {
      const answer = await askModel({
        ...options,
        system: SUMMARY_SYSTEM,
        messages: [{ role: 'user', content: summaryRequest(messages, earlier, maxChars) }],
        tools: {},
        patience: { ...options.patience, maxRetries: Math.min(1, options.patience.maxRetries) },
        failure: { model: options.modelName, sessionId: undefined },
      });
      if (answer.usage !== undefined) {
        await options.log.append([], { usage: answer.usage });
        const { inputTokens, outputTokens, cachedTokens = 0 } = answer.usage;
        options.emit({ type: 'usage', inputTokens, outputTokens, cachedTokens });
      }
      return isSummary(answer.text) && !answer.cutByLength ? answer.text : undefined;
    } catch (error) {
      if (isStop(error)) throw error;
      // The digest needs no service; a run must not end because its summary could not be written.
      return undefined;
    }
  }
}

/** From the environment; a value that is no positive number leaves the default. */
export function contextTokensFrom(value: string | undefined): number {
  const number = finiteNumber(value === undefined || value.trim() === '' ? undefined : Number(value));
  return number !== undefined && number > 0 ? number : DEFAULT_CONTEXT_TOKENS;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
