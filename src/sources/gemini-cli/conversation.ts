import { createHash } from 'node:crypto';
import type { SessionEvent } from '../../model/session-event.ts';
import { epochMs, nonEmpty, record } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { contentTexts, functionResponses, humanInput, snapshotSummary } from './human-text.ts';
import { noticeStop } from './notices.ts';
import { Timeline } from './timeline.ts';
import { ToolCalls } from './tool-calls.ts';
import { responseText } from './tool-output.ts';

/** Fillers that the agent writes in the model's name: after a compression, and for a turn that was cut. */
const ACKNOWLEDGEMENT = 'Got it. Thanks for the additional context!';
const CUT_TURN = '[The previous response was interrupted before it completed.]';

/** Longer texts are remembered by their hash. */
const SHORT_TEXT_CHARS = 200;

export interface ConversationOptions {
  emit: (event: SessionEvent) => void;
  /** Folder of the chats; sub-agents' and side files are next to it. Absent while describing: nothing else is opened. */
  chatsDirectory?: string;
}

/**
 * Replays what Gemini CLI recorded into events, without losing what it forgets.
 *
 * The agent's own reader keeps the last state: `$set.messages` replaces everything, and after a cancelled turn the next
 * prompt writes it without that turn, although its edits are on disk. Here a rewrite only adds what was not seen: a
 * message is known by its type and id, or (compression gives the kept tail new ids) by what it says.
 */
export class Conversation {
  readonly timeline: Timeline;
  readonly #tools: ToolCalls;
  /** Key of a message to the number of requests before it. */
  readonly #seen = new Map<string, number>();
  readonly #said = new Map<string, { count: number; requestsBefore: number }>();
  #last = { key: '', text: '' };
  sessionId: string | undefined;
  summary: string | undefined;
  unknown = 0;
  warnings: string[] = [];

  constructor(options: ConversationOptions) {
    this.timeline = new Timeline(options.emit);
    this.#tools = new ToolCalls(this.timeline, options.chatsDirectory, () => this.sessionId);
  }

  /** The metadata line: at the start, and again whenever the session is resumed. */
  header(fields: JsonRecord): void {
    this.timeline.endTurn();
    this.metadata(fields);
    if (Array.isArray(fields['messages'])) this.rewrite(fields['messages']);
  }

  metadata(fields: JsonRecord): void {
    this.sessionId = nonEmpty(fields['sessionId']) ?? this.sessionId;
    this.summary = nonEmpty(fields['summary']) ?? this.summary;
  }

  /** One message as appended; the same id again replaces it. */
  message(message: JsonRecord): void {
    const key = keyOf(message);
    const again = this.#seen.has(key);
    if (!again) this.#remember(key, message);
    const at = epochMs(message['timestamp']);
    if (isModel(message)) this.#model(message, { key, again }, at);
    else if (message['type'] === 'user') this.#user(message, at);
    else if (message['type'] === 'info' || message['type'] === 'error' || message['type'] === 'warning') {
      const stop = noticeStop(message['type'], contentTexts(message['content']).join(''), at);
      if (stop) this.timeline.stops(stop);
    } else this.unknown += 1;
  }

  /** `$set.messages`: the whole history as the agent now sees it. */
  rewrite(messages: readonly unknown[]): void {
    const met = new Map<string, number>();
    for (const entry of messages) {
      const message = record(entry);
      if (!message) continue;
      const key = keyOf(message);
      const words = fingerprint(message);
      const times = met.get(words) ?? 0;
      met.set(words, times + 1);
      if (this.#seen.has(key)) continue;
      const said = this.#said.get(words);
      if (said && times < said.count) this.#seen.set(key, said.requestsBefore);
      else this.message(message);
    }
  }

  knows(type: string, id: string): boolean {
    return this.#seen.has(`${type} ${id}`);
  }

  /** A message without words whose content is known from elsewhere. */
  pass(type: string, id: string): void {
    if (!this.knows(type, id)) this.#remember(`${type} ${id}`, { type });
  }

  /** `$rewindTo`: that message and all behind it are taken back. */
  rewind(id: string, at?: number): void {
    const kept = this.#seen.get(`user ${id}`) ?? this.#seen.get(`gemini ${id}`);
    if (kept === undefined)
      this.warnings.push('A rewind names a message that is not in the file; the turns before it are kept.');
    else this.timeline.rollBack(kept, at);
  }

  finish(): void {
    this.timeline.endTurn();
    this.#tools.finish();
    const title = this.summary ?? this.#tools.topic;
    if (title !== undefined) this.timeline.send({ kind: 'title', title });
  }

  #remember(key: string, message: JsonRecord): void {
    const requestsBefore = this.timeline.requests;
    this.#seen.set(key, requestsBefore);
    const words = fingerprint(message);
    this.#said.set(words, { count: (this.#said.get(words)?.count ?? 0) + 1, requestsBefore });
  }

  #model(message: JsonRecord, { key, again }: { key: string; again: boolean }, at: number | undefined): void {
    const when = at === undefined ? {} : { at };
    const text = contentTexts(message['content']).join('');
    if (text.trim() === CUT_TURN) this.timeline.stops({ kind: 'interruption', ...when });
    if (text.trim() === CUT_TURN || text.trim() === ACKNOWLEDGEMENT) return;
    this.timeline.model(nonEmpty(message['model']), at);
    const isNew = !again || (this.#last.key === key && this.#last.text !== text);
    if (isNew && text.trim() !== '') this.timeline.send({ kind: 'assistant-text', text, ...when });
    if (isNew) this.#last = { key, text };
    const calls = this.#tools.calls(message, at);
    // The calls that a cancelled turn still had are recorded behind the notice of the cancellation.
    if (again && this.timeline.stop?.kind === 'interruption') return;
    if (calls === 'stopped') this.timeline.stops({ kind: 'interruption', ...when });
    else if (calls === 'none' && text.trim() !== '') this.timeline.stops({ kind: 'turn-end', ...when });
    else this.timeline.stops(undefined);
  }

  #user(message: JsonRecord, at: number | undefined): void {
    const when = at === undefined ? {} : { at };
    for (const response of functionResponses(message['content']))
      this.#tools.response(nonEmpty(response['id']) ?? '', responseText(response['response']), at);
    const texts = contentTexts(message['content']);
    const summary = snapshotSummary(texts);
    if (summary !== undefined) {
      // Compressed between turns, the turn before is over; inside one, nothing has stopped yet.
      this.timeline.endTurn();
      this.timeline.send({ kind: 'compaction', summary, ...when });
      return;
    }
    const shown = contentTexts(message['displayContent']).join('').trim();
    const input = humanInput(shown === '' || shown.startsWith('/') ? texts : [shown]);
    if (!input) return;
    if (input.kind === 'command') this.timeline.humanCommand(input, at);
    else if (shown.startsWith('/')) this.#customCommand(shown, when);
    // The agent's own rule: what begins like a slash command was never sent to the model.
    else if (!/^[/?]([a-z][\w:-]*)?(\s|$)/.test(input.text))
      this.timeline.request({
        text: input.text,
        via: input.kind === 'steering' ? 'queued' : 'prompt',
        ...when,
      });
  }

  /** `/command arguments`: the recorded content is the command's template, the display is what the human typed. */
  #customCommand(typed: string, when: { at?: number }): void {
    const given = typed.replace(/^\/\S+\s*/, '').trim();
    this.timeline.request({ text: given === '' ? typed : given, via: 'command', ...when });
  }
}

/** The first versions of Qwen Code, which share the form, may name the record after themselves (not seen here). */
function isModel(message: JsonRecord): boolean {
  return message['type'] === 'gemini' || message['type'] === 'qwen';
}

function keyOf(message: JsonRecord): string {
  return `${nonEmpty(message['type']) ?? ''} ${nonEmpty(message['id']) ?? ''}`;
}

/** What a message says, short. Calls are left out: a model record names them only when it is written again. */
function fingerprint(message: JsonRecord): string {
  const words = `${nonEmpty(message['type']) ?? ''}\n${contentTexts(message['content']).join('')}`;
  return words.length <= SHORT_TEXT_CHARS ? words : createHash('sha1').update(words).digest('base64');
}
