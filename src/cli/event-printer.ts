import type { AgentEvent, Emit, RunUsage } from '../agent/events.ts';
import { grouped } from './human.ts';
import { note } from './output.ts';
import { terminalLine, terminalText } from './terminal-text.ts';

const LINE_CHARS = 160;

/**
 * Shows a run as it goes: the answer on standard output as it arrives, everything else as notes on standard error.
 * Answers of one run are separated by a blank line.
 */
export class EventPrinter {
  readonly #quiet: boolean;
  readonly #silent: boolean;
  readonly #write: (text: string) => void;
  #midLine = false;
  #started = false;

  /** `silent`: no answers either (a caller prints JSON); `quiet`: no notes. */
  constructor(options: { quiet: boolean; silent: boolean; write?: (text: string) => void }) {
    this.#quiet = options.quiet || options.silent;
    this.#silent = options.silent;
    this.#write = options.write ?? ((text) => process.stdout.write(text));
  }

  readonly emit: Emit = (event) => this.#show(event);

  /** Ends a line that is not ended. */
  finish(): void {
    if (this.#midLine) this.#write('\n');
    this.#midLine = false;
  }

  #show(event: AgentEvent): void {
    switch (event.type) {
      case 'text':
        this.#text(event.text);
        return;
      case 'answer-end':
        this.finish();
        return;
      case 'tool-call':
        this.#note(`→ ${event.name} ${JSON.stringify(event.input) ?? ''}`);
        return;
      case 'tool-result':
        this.#note(event.outcome === 'ok' ? `← ${event.output}` : `← ${event.outcome}: ${event.output}`);
        return;
      case 'retry':
        this.#note(
          `The model’s service failed (${event.reason}); asking again in ${(event.waitMs / 1000).toFixed(1)} s.${event.discardedChars > 0 ? ' The answer begins anew.' : ''}`,
        );
        return;
      case 'compaction':
        this.#note(
          `Compacted the conversation ${event.by === 'model' ? 'with the model' : 'without a model'}: about ${event.tokensBefore} tokens became ${event.tokensAfter}.`,
        );
        return;
      case 'goal':
        this.#note(
          `Judge after turn ${event.turnsUsed} of ${event.maxTurns}: ${event.verdict} (${event.reason || 'no reason given'})`,
        );
        return;
      case 'step':
        this.#note(`Step ${event.number} of ${event.total} ${event.state}: ${event.name}`);
        return;
      case 'usage':
        return;
      default:
        event satisfies never;
    }
  }

  #text(text: string): void {
    if (this.#silent || text === '') return;
    if (!this.#midLine && this.#started) this.#write('\n');
    const shown = process.stdout.isTTY ? terminalText(text) : text;
    this.#write(shown);
    this.#started = true;
    this.#midLine = !shown.endsWith('\n');
  }

  #note(text: string): void {
    if (this.#quiet) return;
    this.finish();
    note(terminalLine(text, LINE_CHARS));
  }
}

/** What a run used, on one line. */
export function usageLine(usage: RunUsage, facts: { model: string; sessionId: string | undefined }): string {
  const cached = usage.cachedTokens > 0 ? ` (${grouped(usage.cachedTokens)} cached)` : '';
  const tokens = `${grouped(usage.inputTokens)}${cached} tokens in, ${grouped(usage.outputTokens)} out`;
  const session = facts.sessionId === undefined ? 'not saved' : `session ${facts.sessionId}`;
  return `[${session} · ${facts.model} · ${tokens}]`;
}
