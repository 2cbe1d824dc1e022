import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

/** What a person types, message by message. */
export interface ChatInput {
  /** The next message, or `undefined` at the end of the input (Ctrl-D). */
  next(): Promise<string | undefined>;
  /** Called on Ctrl-C. */
  onInterrupt(handler: () => void): void;
  close(): void;
}

const PROMPT = '› ';
const CONTINUED = '… ';
/** Lines that arrive together were pasted together. */
const PASTE_MS = 15;
const MOST_HISTORY = 500;

/**
 * Reads from the terminal, or line by line from a pipe. A message goes over several lines when a line ends with a
 * backslash, when it is between lines of `"""`, or when it is pasted.
 */
export class TerminalInput implements ChatInput {
  readonly #interface: Interface;
  readonly #historyPath: string | undefined;
  readonly #terminal: boolean;
  readonly #waiting: string[] = [];
  #pasted: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #open: string[] | undefined;
  #quoted = false;
  #ended = false;
  /** Somebody waits for a message. */
  #asking = false;
  #wake: () => void = () => undefined;

  /** `historyPath`: what was typed before, newest line first; not kept without. */
  constructor(historyPath: string | undefined) {
    this.#terminal = process.stdin.isTTY === true;
    this.#historyPath = this.#terminal ? historyPath : undefined;
    this.#interface = createInterface({
      input: process.stdin,
      ...(this.#terminal ? { output: process.stdout, terminal: true } : {}),
      history: readHistory(this.#historyPath),
      historySize: MOST_HISTORY,
      removeHistoryDuplicates: true,
      prompt: PROMPT,
    });
    this.#interface.on('line', (line) => this.#line(line));
    this.#interface.on('history', (history) => writeHistory(this.#historyPath, history));
    this.#interface.on('close', () => this.#end());
  }

  async next(): Promise<string | undefined> {
    if (this.#terminal && this.#waiting.length === 0) this.#interface.prompt();
    this.#asking = true;
    for (;;) {
      const message = this.#waiting.shift();
      if (message !== undefined || this.#ended) {
        this.#asking = false;
        return message;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  onInterrupt(handler: () => void): void {
    // In a terminal the keys come to the line editor; from elsewhere (kill -INT) comes a signal.
    this.#interface.on('SIGINT', () => {
      this.#open = undefined;
      this.#quoted = false;
      this.#interface.write(null, { ctrl: true, name: 'u' });
      handler();
      if (this.#asking) this.#interface.prompt();
    });
    process.on('SIGINT', handler);
  }

  close(): void {
    this.#interface.close();
  }

  #line(line: string): void {
    if (!this.#terminal) {
      this.#collect(line);
      return;
    }
    this.#pasted.push(line);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#flushPaste(), PASTE_MS);
  }

  #flushPaste(): void {
    const lines = this.#pasted;
    this.#pasted = [];
    const [first = ''] = lines;
    if (lines.length < 2 || this.#open !== undefined || first.trim() === '"""')
      for (const line of lines) this.#collect(line);
    else this.#deliver(lines.join('\n'));
  }

  #collect(line: string): void {
    if (this.#quoted) {
      if (line.trim() === '"""') this.#finish();
      else this.#open?.push(line);
    } else if (line.trim() === '"""') {
      this.#quoted = true;
      this.#open ??= [];
    } else if (line.endsWith('\\')) this.#open = [...(this.#open ?? []), line.slice(0, -1)];
    else {
      this.#open = [...(this.#open ?? []), line];
      this.#finish();
    }
    if (this.#terminal && this.#open !== undefined) process.stdout.write(CONTINUED);
  }

  #finish(): void {
    const lines = this.#open ?? [];
    this.#open = undefined;
    this.#quoted = false;
    this.#deliver(lines.join('\n'));
  }

  #deliver(message: string): void {
    this.#waiting.push(message);
    this.#wake();
  }

  #end(): void {
    if (this.#pasted.length > 0) this.#flushPaste();
    if (this.#open !== undefined) this.#finish();
    this.#ended = true;
    this.#wake();
  }
}

function readHistory(path: string | undefined): string[] {
  if (path === undefined) return [];
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .slice(0, MOST_HISTORY);
  } catch (error) {
    // The first chat has none; one that cannot be read is no reason not to chat.
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return [];
  }
}

function writeHistory(path: string | undefined, history: readonly string[]): void {
  if (path === undefined) return;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, `${history.slice(0, MOST_HISTORY).join('\n')}\n`, { mode: 0o600 });
  } catch (error) {
    // A convenience: the conversation itself is in the session.
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
  }
}
