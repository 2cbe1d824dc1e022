import type { FileChange, ToolAction } from '../../model/session-event.ts';
import { patchChanges } from '../../text/patch-changes.ts';
import { list, record, text } from '../fields.ts';
import { callAction } from './call-action.ts';
import { type Call, CallBook } from './call-book.ts';
import type { Conversation } from './conversation.ts';
import type { Emitter } from './emitter.ts';
import { type CallOutput, callOutput, outputText } from './outputs.ts';
import { planItems } from './script.ts';
import { Scripts } from './scripts.ts';

/** Joins calls with their ends, whatever records tell of them. */
export class ToolCalls {
  /** The session's working directory. */
  directory: string | undefined;
  readonly #out: Emitter;
  readonly #conversation: Conversation;
  readonly #book: CallBook;
  readonly #scripts: Scripts;
  /** Number of a process that goes on, to the call that started it. */
  readonly #processes = new Map<string, string>();
  /** Polls of such a process: call id to number. */
  readonly #polls = new Map<string, string>();
  /** Name or id of a sub-agent, to the call that spawned it. */
  readonly #agents = new Map<string, string>();
  #lastHumanCommand: string | undefined;
  #count = 0;

  constructor(out: Emitter, conversation: Conversation) {
    this.#out = out;
    this.#conversation = conversation;
    this.#book = new CallBook(out, conversation);
    this.#scripts = new Scripts(out, conversation, this.#book);
  }

  /** `function_call`: arguments are a JSON text. */
  functionCall(name: string, callId: string, argumentsText: string): void {
    const input = parseArguments(argumentsText);
    if (name === 'write_stdin' || (name === 'wait' && input['cell_id'] !== undefined)) {
      this.#conversation.work();
      this.#polls.set(callId, sessionIdOf(input['session_id']));
      return;
    }
    const action = callAction(name, input, this.directory);
    this.#book.open(callId, name, action);
    const items = name === 'update_plan' ? planItems(input['plan']) : undefined;
    if (items) this.#out.send({ kind: 'plan', items });
    const call = this.#book.get(callId);
    if (call && action.type === 'ask') call.questions = questionsOf(input);
  }

  /** `custom_tool_call`: input is free text. */
  customCall(name: string, callId: string, input: string): void {
    if (name === 'exec') this.#scripts.start(callId, input);
    else if (name === 'apply_patch')
      this.#book.open(callId, name, { type: 'edit', changes: patchChanges(input) });
    else this.#book.open(callId, name, { type: 'other' });
  }

  /** Calls of the history that carry their arguments as fields. */
  plainCall(tool: string, callId: string, action: ToolAction): void {
    this.#book.open(callId, tool, action);
  }

  /** A call whose end has no record: the model's service did it. */
  finishedCall(tool: string, callId: string, action: ToolAction): void {
    // Its event may have come first.
    if (this.#book.get(callId)) return;
    this.#book.open(callId, tool, action);
    this.#book.end(callId, { outcome: 'ok' });
  }

  /** `function_call_output` and `custom_tool_call_output`. */
  output(callId: string, output: unknown): void {
    const processId = this.#polls.get(callId);
    const call = this.#book.get(callId);
    if (this.#scripts.has(callId)) this.#scripts.end(callId, output, this.directory);
    else if (processId !== undefined) this.#endPoll(callId, processId, outputText(output));
    else if (call && call.state !== 'done') this.#endCall(callId, call, outputText(output));
  }

  #endCall(callId: string, call: Call, raw: string): void {
    if (call.questions) this.#answers(callId, call.questions, raw);
    else if (call.action.type === 'sub-agent') this.#spawned(callId, raw);
    else {
      const result = callOutput(raw);
      if (result.sessionId !== undefined) this.#processes.set(result.sessionId, callId);
      const { outcome } = result;
      this.#book.end(callId, call.action.type === 'plan' && outcome === 'ok' ? { outcome } : result);
    }
  }

  /** A command's end as an event; known calls end, unknown ones (of a script) are sent whole. */
  command(id: string, command: string, directory: string | undefined, result: CallOutput): void {
    const known = this.#book.get(id) ? id : this.#book.runningCommand(command);
    if (known === undefined) {
      this.#scripts.took('run', command);
      const input = { cmd: command, workdir: directory };
      this.#book.open(id, 'exec_command', callAction('exec_command', input, this.directory), command);
    }
    this.#book.end(known ?? id, result);
  }

  /** A patch's end as an event. */
  fileChanges(id: string, changes: FileChange[], result: CallOutput): void {
    const known = this.#book.get(id);
    if (!known) {
      this.#scripts.took('edit');
      this.#book.open(id, 'apply_patch', { type: 'edit', changes });
    }
    this.#book.end(id, result, known && known.action.type !== 'edit' ? changes : []);
  }

  /** A call of another tool as an event: MCP, dynamic tools, sub-agents. */
  otherItem(id: string, tool: string, action: ToolAction, result: CallOutput): void {
    const known = this.#book.get(id);
    // Spawning an agent ends at once; the agent itself ends later.
    if (known && action.type === 'sub-agent') return;
    if (!known) {
      this.#scripts.took('other');
      this.#book.open(id, tool, action);
    }
    this.#book.end(id, result);
  }

  /** `!command`. @param recordedAs the event comes first, then a note for the model about the same command. */
  humanCommand(command: string, result: CallOutput, recordedAs: 'event' | 'note'): void {
    const twin = recordedAs === 'note' && this.#lastHumanCommand === command.trim();
    this.#lastHumanCommand = recordedAs === 'event' ? command.trim() : undefined;
    if (!twin) this.#book.human(this.nextId('user-shell'), command, result);
  }

  /** A sub-agent reported its end. */
  agentEnded(agent: string, result: CallOutput): void {
    const callId = this.#agents.get(agent);
    if (callId !== undefined) this.#book.end(callId, result);
  }

  turnEnded(): void {
    this.#scripts.cut(this.directory);
  }

  /** An id for a call that has none. */
  nextId(prefix: string): string {
    this.#count += 1;
    return `${prefix}-${this.#count}`;
  }

  /** `{"answers": {id: {"answers": [words]}}}`; without any, nobody answered (seen in 0.171). */
  #answers(callId: string, questions: Map<string, string>, raw: string): void {
    const answers = record(parseArguments(raw)['answers']);
    const given = Object.entries(answers ?? {}).flatMap(([id, answer]) => {
      const words = list(record(answer)?.['answers']).flatMap(
        (word) => text(word)?.replace(/^user_note: /, '') ?? [],
      );
      return words.length > 0 ? [{ question: questions.get(id), words: words.join('\n') }] : [];
    });
    const unanswered: CallOutput = answers ? { outcome: 'interrupted' } : callOutput(raw);
    this.#book.end(callId, given.length > 0 ? { outcome: 'ok' } : unanswered);
    for (const { question, words } of given) this.#conversation.answer(question, words);
  }

  #spawned(callId: string, raw: string): void {
    const value = parseArguments(raw);
    const names = [value['task_name'], value['agent_id']].flatMap((name) => text(name) ?? []);
    for (const name of names) this.#agents.set(name, callId);
    this.#book.end(callId, names.length === 0 ? callOutput(raw) : { outcome: 'running' });
  }

  #endPoll(pollId: string, processId: string, raw: string): void {
    this.#polls.delete(pollId);
    const callId = this.#processes.get(processId);
    const result = callOutput(raw);
    // The exit code belongs to the call that started the process; a poll that finds it running says nothing new.
    if (callId === undefined || result.exitCode === undefined) return;
    this.#processes.delete(processId);
    this.#book.end(callId, result);
  }
}

/** Arguments are written by the model: a text that is no JSON object has none. */
function parseArguments(raw: string): Record<string, unknown> {
  try {
    return record(JSON.parse(raw)) ?? {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function questionsOf(input: Record<string, unknown>): Map<string, string> {
  return new Map(
    list(input['questions']).flatMap((question): [string, string][] => {
      const id = text(record(question)?.['id']);
      const words = text(record(question)?.['question']);
      return id !== undefined && words !== undefined ? [[id, words]] : [];
    }),
  );
}

/** Number of a running process; some versions write it as text. */
function sessionIdOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
