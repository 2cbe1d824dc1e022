import { count } from './human.ts';
import { terminalWidth } from './output.ts';

const DELAY_MS = 1000;
const EVERY_MS = 100;
const BAR_CELLS = 24;
const CLEAR_LINE = '\r\u001b[2K';
/** Exit code of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/** One line on standard error that tells how far a long job is: on a terminal only, and only after a second. */
export class Progress {
  readonly #label: string;
  readonly #total: (() => number) | undefined;
  readonly #enabled: boolean;
  readonly #startedAt = performance.now();
  #knownTotal: number | undefined;
  #drawnAt = 0;
  #shown = false;

  /** @param total how many there are; asked only when the line is shown. Without it no bar, only the count. */
  constructor(label: string, options: { quiet?: boolean | undefined; total?: (() => number) | undefined }) {
    this.#label = label;
    this.#total = options.total;
    this.#enabled = process.stderr.isTTY === true && !options.quiet;
  }

  at(done: number): void {
    const now = performance.now();
    if (!this.#enabled || now - this.#startedAt < DELAY_MS || now - this.#drawnAt < EVERY_MS) return;
    this.#drawnAt = now;
    if (!this.#shown) process.once('SIGINT', this.#interrupted);
    this.#shown = true;
    this.#knownTotal ??= this.#total?.();
    const line = progressLine(this.#label, done, this.#knownTotal);
    process.stderr.write(CLEAR_LINE + line.slice(0, terminalWidth() - 1));
  }

  /** Takes the line away; it comes back with the next `at`. */
  clear(): void {
    if (!this.#shown) return;
    process.stderr.write(CLEAR_LINE);
    process.removeListener('SIGINT', this.#interrupted);
    this.#shown = false;
  }

  readonly #interrupted = () => {
    process.stderr.write(CLEAR_LINE);
    process.exit(INTERRUPTED);
  };
}

export function progressLine(label: string, done: number, total: number | undefined): string {
  if (total === undefined || total <= 0) return `${label} ${count(done, 'session')}`;
  const part = Math.min(1, done / total);
  const filled = Math.round(part * BAR_CELLS);
  return `${label} [${'#'.repeat(filled)}${'-'.repeat(BAR_CELLS - filled)}] ${Math.floor(part * 100)} %`;
}
