import type { EpochMs, RequestVia } from '../../model/session-event.ts';
import { list, nonEmpty, record, text } from '../fields.ts';
import type { Emitter } from './emitter.ts';
import {
  acceptedPlan,
  compactionSummary,
  contentKinds,
  humanText,
  isCompactionSummary,
  isHumanItem,
  isImageTag,
  withoutProposedPlans,
} from './human-text.ts';
import { limitOf } from './limits.ts';
import type { DatabaseFacts } from './side-files.ts';

/** A user message of the model's history whose twin among the events has not come yet. */
interface Held {
  text: string;
  /** Its metadata says that a person wrote it. */
  certain: boolean;
  at: EpochMs | undefined;
}

/** Messages whose twin comes within a few records: more are never waited for. */
const MAX_HELD = 32;

type Last = 'nothing' | 'request' | 'assistant' | 'work' | 'end';

/**
 * The words of the human and of the model, and how turns end.
 *
 * One text is recorded two or three times: as a `response_item` of the model's history, as an event (`user_message`,
 * `agent_message`), and from 0.149 as `item_completed`. The events count where a file has them, because the history
 * also holds what Codex injected; a file without them (up to 0.31, or written by other tools) is read from the history.
 * A user message of the history is therefore held until the model's next output shows whether its event comes.
 */
export class Conversation {
  readonly #out: Emitter;
  #held: Held[] = [];
  #recentEventTexts: string[] = [];
  /** The file has events of what was said. */
  eventStream = false;
  /** The file tells where turns start and end (about 0.9x and newer). */
  #turnEvents = false;
  #turn = { active: false, requests: 0, work: false };
  #last: Last = 'nothing';
  #lastAssistantAt: EpochMs | undefined;
  #finished = false;
  #refused: 'no' | 'refused' | 'stopped' = 'no';
  #plan: string | undefined;
  #goal = '';
  #goalAt: EpochMs | undefined;
  #compacted = false;
  /** Inside a review whose prompt was chosen from a menu. */
  #generatedPrompt = false;

  constructor(out: Emitter) {
    this.#out = out;
  }

  /** `response_item` message with role user. */
  userItem(payload: Record<string, unknown>): void {
    const kinds = contentKinds(payload);
    const parts = list(payload['content']).flatMap((part, index) => {
      const kind = kinds[index];
      const words = text(record(part)?.['text']);
      if (words === undefined || isImageTag(words) || (kind !== undefined && !kind.startsWith('user')))
        return [];
      return [words];
    });
    const whole = text(payload['content']) ?? parts.join('\n');
    if (whole.trim() === '') return;
    const twin = this.#recentEventTexts.findIndex((recent) => isSame(recent, whole));
    if (twin !== -1) this.#recentEventTexts.splice(twin, 1);
    else if (this.#held.length < MAX_HELD)
      this.#held.push({ text: whole, certain: isHumanItem(payload), at: this.#out.at });
  }

  /** A user message as an event. @param kind older events say so when Codex wrote the text itself. */
  userEvent(message: string, images: number, kind?: string): void {
    this.eventStream = true;
    if (kind !== undefined && kind !== 'plain') return;
    this.#dropTwin(message);
    if (this.#generatedPrompt) return;
    this.#request(message.trim() === '' && images > 0 ? '[image]' : message, this.#out.at);
  }

  #dropTwin(message: string): void {
    let twin = this.#held.findLastIndex((held) => held.text === message);
    if (twin === -1) twin = this.#held.findLastIndex((held) => isSame(held.text, message));
    if (twin !== -1) this.#held.splice(twin, 1);
    // The history may hold the text in a slightly other form: then it is the message right before the event.
    else if (this.#held.at(-1)?.certain === false) this.#held.pop();
    else this.#recentEventTexts = [...this.#recentEventTexts.slice(-3), message];
  }

  /** `response_item` message with role assistant. */
  assistantItem(payload: Record<string, unknown>): void {
    this.settle();
    if (this.eventStream) return;
    const parts = list(payload['content']).map((part) => text(record(part)?.['text']) ?? '');
    this.#assistant(text(payload['content']) ?? parts.join(''));
  }

  /** An assistant message as an event. */
  assistantEvent(message: string): void {
    this.eventStream = true;
    this.settle();
    this.#assistant(message);
  }

  #assistant(message: string): void {
    const { text: words, plans } = withoutProposedPlans(message);
    if (words !== '') {
      this.#out.send({ kind: 'assistant-text', text: words });
      this.#last = 'assistant';
      this.#lastAssistantAt = this.#out.at;
    }
    this.#turn.work = true;
    this.#refused = 'no';
    for (const plan of plans) this.planDocument(plan);
  }

  planDocument(plan: string): void {
    const trimmed = plan.trim();
    if (trimmed === '' || trimmed === this.#plan) return;
    this.#plan = trimmed;
    this.#turn.work = true;
    this.#out.send({ kind: 'plan-document', text: trimmed, approved: false });
  }

  /** Sends the held messages that no event told of. To be called before anything that the model did is sent. */
  settle(): void {
    if (this.#held.length === 0) return;
    const held = this.#held;
    this.#held = [];
    for (const message of held)
      if (message.certain || !this.eventStream) this.#request(message.text, message.at);
  }

  #request(message: string, at: EpochMs | undefined): void {
    const human = humanText(message);
    if (!human || (human.text === '' && !human.command)) return;
    this.#endTurnBySilence();
    const via = this.#via(human.command === true);
    this.#turn.requests += 1;
    this.#last = 'request';
    this.#finished = false;
    this.#refused = 'no';
    if (human.text === '') return;
    const accepted = acceptedPlan(human.text);
    const plan = accepted?.plan ?? (accepted ? this.#plan : undefined);
    if (plan !== undefined) this.#out.send({ kind: 'plan-document', text: plan, approved: true }, at);
    if (accepted) this.#plan = undefined;
    if (accepted?.plan !== undefined)
      this.#out.send({ kind: 'request', text: accepted.plan, via: 'plan' }, at);
    else this.#out.send({ kind: 'request', text: human.text, via }, at);
  }

  #via(command: boolean): RequestVia {
    if (command) return 'command';
    if (this.#refused === 'stopped') return 'refusal';
    const { active, requests, work } = this.#turn;
    return active && (requests > 0 || work) ? 'queued' : 'prompt';
  }

  /** Older files do not record the end of a turn: there, a request after an answer tells it. */
  #endTurnBySilence(): void {
    if (this.#turnEvents || this.#last !== 'assistant') return;
    this.#out.send({ kind: 'turn-end' }, this.#lastAssistantAt);
    this.#last = 'end';
    this.#finished = true;
  }

  /** The agent called a tool. */
  work(): void {
    this.settle();
    this.#turn.work = true;
    this.#last = 'work';
    this.#refused = 'no';
  }

  /** A tool call was refused by the human; the words for it come next if the turn stops here. */
  refused(): void {
    this.#refused = 'refused';
  }

  /** The human answered a question that was asked through a tool. */
  answer(question: string | undefined, words: string): void {
    this.#out.send({ kind: 'request', text: words, via: 'answer', ...(question ? { question } : {}) });
  }

  turnStarted(): void {
    this.#turnEvents = true;
    this.#turn = { active: true, requests: 0, work: false };
  }

  /** @param error `{message, codex_error_info}` when the turn failed (0.14x and newer). */
  turnCompleted(error: unknown): void {
    this.settle();
    // A turn in which only the human ran a command, or the history was compacted, changes nothing about how it stands.
    const worked = this.#turn.work || this.#turn.requests > 0;
    this.#turn = { active: false, requests: 0, work: false };
    const failure = record(error);
    if (failure) this.limit(failure['codex_error_info'], text(failure['message']) ?? '');
    else if (worked || this.#finished) {
      this.#out.send({ kind: 'turn-end' });
      this.#finished = true;
      this.#last = 'end';
    }
  }

  limit(info: unknown, message: string): void {
    this.settle();
    this.#out.send({ kind: 'limit', limit: limitOf(info, message), message });
    this.#finished = false;
    this.#last = 'end';
  }

  turnAborted(reason: string | undefined): void {
    this.settle();
    this.#turn = { active: false, requests: 0, work: false };
    if (reason === 'budget_limited') {
      this.limit('usage_limit_exceeded', 'The budget of the goal is used up.');
      return;
    }
    // `replaced`: the human's next message took over at once. `review_ended`: a review closed as it should.
    if (reason === 'replaced' || reason === 'review_ended') return;
    this.#out.send({ kind: 'interruption' });
    this.#finished = false;
    this.#last = 'end';
    this.#refused = this.#refused === 'refused' ? 'stopped' : 'no';
  }

  compacted(payload: Record<string, unknown>): void {
    this.settle();
    const summary =
      compactionSummary(text(payload['message']) ?? '') ?? this.#summaryIn(payload['replacement_history']);
    this.#out.send({ kind: 'compaction', ...(summary === undefined ? {} : { summary }) });
    this.#compacted = true;
  }

  /** The event that follows a `compacted` line; alone, it tells of a compaction whose line is missing. */
  compactionEvent(): void {
    if (!this.#compacted) this.compacted({});
    this.#compacted = false;
  }

  #summaryIn(history: unknown): string | undefined {
    for (const item of list(history))
      for (const part of list(record(item)?.['content'])) {
        const words = text(record(part)?.['text']);
        if (words !== undefined && isCompactionSummary(words)) return compactionSummary(words);
      }
    return undefined;
  }

  rolledBack(turns: number): void {
    this.settle();
    this.#turn = { active: false, requests: 0, work: false };
    this.#last = 'end';
    this.#finished = false;
    if (turns > 0) this.#out.send({ kind: 'rollback', turns });
  }

  goal(value: unknown): void {
    const goal = nonEmpty(record(value)?.['objective']);
    const status = text(record(value)?.['status']);
    this.#goalAt = this.#out.at ?? this.#goalAt;
    if (goal === undefined || `${status} ${goal}` === this.#goal) return;
    this.#goal = `${status} ${goal}`;
    this.#out.send({ kind: 'goal', goal, ...(status === undefined ? {} : { status }) });
  }

  /** What Codex's databases know beyond the rollout: the goal as it stands, prompts that wait in the queue. */
  addFacts({ goal, queued }: DatabaseFacts): void {
    this.#out.at = goal?.updatedAt;
    if (goal && (goal.updatedAt ?? 0) >= (this.#goalAt ?? 0)) this.goal(goal);
    for (const { text: words, at } of queued)
      this.#out.send({ kind: 'request', text: words, via: 'queued' }, at);
  }

  /** A review runs in a thread of its own; only instructions that the human typed are the human's words. */
  reviewEntered(target: unknown): void {
    this.#generatedPrompt = text(record(target)?.['type']) !== 'custom';
  }

  reviewExited(): void {
    this.#generatedPrompt = false;
  }

  /** End of the file. */
  finish(): void {
    this.settle();
    this.#endTurnBySilence();
  }
}

/** The two records of one message may differ in white space. */
function isSame(one: string, other: string): boolean {
  return one === other || one.replace(/\s+/g, '') === other.replace(/\s+/g, '');
}
