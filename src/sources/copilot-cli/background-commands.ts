import { type EventWriter, outcomeOf } from '../event-writer.ts';
import { text } from '../fields.ts';

/**
 * Commands that outlive their tool call. How one ended is told twice: by a notification, without its output, and by the
 * tool that waits for it (`read_bash`). The call gets one result: that of the tool, else that of the notification.
 */
export class BackgroundCommands {
  readonly #out: EventWriter;
  /** The call that started the command, by shell. */
  readonly #calls = new Map<string, string>();
  readonly #ended = new Map<string, { exitCode: number; at: number | undefined }>();

  constructor(out: EventWriter) {
    this.#out = out;
  }

  started(shellId: string, callId: string): void {
    this.#calls.set(shellId, callId);
  }

  /** A notification of kind `shell_completed`. */
  ended(kind: { [key: string]: unknown }, at: number | undefined): void {
    const shellId = text(kind.shellId) ?? '';
    if (typeof kind.exitCode === 'number' && this.#calls.has(shellId))
      this.#ended.set(shellId, { exitCode: kind.exitCode, at });
  }

  /** A tool waited for the end of the shell's command; returns whether that was one of these. */
  waitedFor(shellId: string | undefined, exitCode: number, output: string, at: number | undefined): boolean {
    const callId = shellId === undefined ? undefined : this.#calls.get(shellId);
    if (shellId === undefined || callId === undefined) return false;
    this.#calls.delete(shellId);
    this.#ended.delete(shellId);
    this.#out.result(callId, outcomeOf(exitCode), { exitCode, output }, at);
    return true;
  }

  /** To be called before a turn ends: tells of the commands that no tool waited for. */
  tellEnded(): void {
    for (const [shellId, { exitCode, at }] of this.#ended) {
      const callId = this.#calls.get(shellId);
      this.#calls.delete(shellId);
      if (callId !== undefined) this.#out.result(callId, outcomeOf(exitCode), { exitCode }, at);
    }
    this.#ended.clear();
  }
}
