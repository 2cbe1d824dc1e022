import type { AgentSession, Run } from '../../agent/agent-session.ts';
import { isStop } from '../../agent/run-turns.ts';
import { EventPrinter, usageLine } from '../event-printer.ts';
import type { ChosenSession } from '../open-session.ts';
import { note, print, printError } from '../output.ts';
import { chatCommands } from './chat-commands.ts';
import type { ChatInput } from './chat-input.ts';

/** A conversation on the terminal: messages to the agent, and commands that begin with a slash. */
export class Chat {
  readonly #input: ChatInput;
  readonly #reopen: (chosen: ChosenSession | undefined) => Promise<AgentSession>;
  readonly #quiet: boolean;
  #session: AgentSession;
  #running: AbortController | undefined;
  #leaving = false;
  #asked = false;

  constructor(
    session: AgentSession,
    input: ChatInput,
    options: { quiet: boolean; reopen: (chosen: ChosenSession | undefined) => Promise<AgentSession> },
  ) {
    this.#session = session;
    this.#input = input;
    this.#quiet = options.quiet;
    this.#reopen = options.reopen;
    input.onInterrupt(() => this.#interrupt());
  }

  get session(): AgentSession {
    return this.#session;
  }

  /** Until the input ends, or the person leaves. */
  async run(): Promise<void> {
    try {
      while (!this.#leaving) {
        const message = await this.#input.next();
        if (message === undefined) break;
        this.#asked = false;
        if (message.trim() !== '') await this.#take(message);
      }
    } finally {
      this.#input.close();
      await this.#session.close();
    }
  }

  leave(): void {
    this.#leaving = true;
  }

  /** Another session takes the place of this one. */
  async switchTo(chosen: ChosenSession | undefined): Promise<void> {
    const next = await this.#reopen(chosen);
    await this.#session.close();
    this.#session = next;
  }

  /** Lets the agent work, shows it, and stops it on Ctrl-C; the session goes on in any case. */
  async work(task: (run: Run) => Promise<unknown>): Promise<void> {
    const printer = new EventPrinter({ quiet: this.#quiet, silent: false });
    const controller = new AbortController();
    const before = { ...this.#session.usage };
    this.#running = controller;
    try {
      await task({ signal: controller.signal, emit: printer.emit });
      printer.finish();
    } catch (error) {
      printer.finish();
      if (isStop(error)) note('Stopped. The session is kept; say how to go on.');
      else printError(error, false);
    } finally {
      this.#running = undefined;
    }
    if (!this.#quiet && this.#session.usage.requests > before.requests) note(this.usage());
  }

  usage(): string {
    const { log, modelName, usage } = this.#session;
    return usageLine(usage, { model: modelName, sessionId: log.isSaved ? log.id : undefined });
  }

  async #take(message: string): Promise<void> {
    const command = /^\/(\S*)\s*([\s\S]*)$/.exec(message.trim());
    if (command === null) {
      await this.work((run) => this.#session.prompt({ text: message }, run));
      return;
    }
    const [, name = '', argument = ''] = command;
    const found = chatCommands.find((each) => each.name === name || each.alias === name);
    try {
      if (found === undefined) print(`There is no command /${name}. /help lists them.`);
      else await found.run(this, argument.trim());
    } catch (error) {
      printError(error, false);
    }
  }

  #interrupt(): void {
    if (this.#running !== undefined) {
      this.#running.abort();
      return;
    }
    // Twice in a row while nothing runs means to leave.
    if (this.#asked) {
      this.#leaving = true;
      this.#input.close();
      return;
    }
    this.#asked = true;
    note('Ctrl-C again, Ctrl-D or /exit leaves; the session is kept.');
  }
}
