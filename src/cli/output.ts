import { PraisonError } from '../errors.ts';
import { isStoreError, type StoreError } from '../stores/store-error.ts';
import { count } from './human.ts';
import { terminalText } from './terminal-text.ts';

/** Writes to standard output and waits until a slow pipe took it. A pipe that closes early is no error. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** For the person, never part of what a pipe gets. */
export function note(text: string): void {
  // An id or a path may be somebody else's.
  process.stderr.write(`${terminalText(text)}\n`);
}

/** Tells an error the way the caller reads it, and sets the exit code. */
export function printError(error: unknown, json: boolean): void {
  process.exitCode = 1;
  const known = error instanceof PraisonError ? error : isStoreError(error) ? fromStore(error) : undefined;
  const message = error instanceof Error ? error.message : String(error);
  if (json) {
    printJson({
      error: {
        code: known?.code ?? 'unexpected',
        message,
        hints: known?.hints ?? [],
        ...(known?.facts ?? {}),
      },
    });
  }
  note([message, ...(known?.hints ?? [])].join('\n'));
  if (!known && process.env.PRAISONAI_DEBUG && error instanceof Error) note(error.stack ?? '');
}

/** A store's message says the way out itself; its facts go along. */
function fromStore(error: StoreError): Pick<PraisonError, 'hints' | 'facts'> & { code: string } {
  const hints =
    error.code === 'session-not-found' ? ["Use 'praisonai session list' to see available sessions"] : [];
  return { code: error.code, hints, facts: { ...error.failure } };
}

/** Files that a listing left out. */
export function unreadableNote(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(', ');
  return `${count(paths.length, 'unreadable file')} left out: ${shown}${paths.length > 3 ? ', …' : ''}`;
}

export function terminalWidth(): number {
  return Math.max(40, process.stdout.columns || 100);
}

/** A titled panel without side borders: a mouse selection copies clean text. */
export function panel(title: string, body: string): string {
  const width = Math.min(terminalWidth(), 100);
  const head = `── ${terminalText(title)} `;
  return `${head}${'─'.repeat(Math.max(3, width - head.length))}\n${body}\n${'─'.repeat(width)}`;
}
