import { createDigest, type Digest } from '../digest/digest.ts';
import { handoffFromDigest } from '../handoff/from-digest.ts';
import type { MessageRecord } from '../model/session-record.ts';
import { EventWriter } from '../sources/event-writer.ts';
import { writeMessages } from '../sources/praisonai/messages.ts';
import { cutEnd } from '../text/cut.ts';
import { type SummaryParts, summaryText } from './summary-text.ts';

/** Folds recorded messages into their facts, as a handoff does. */
export function digestMessages(messages: readonly MessageRecord[], earlierSummary?: string): Digest {
  const fold = createDigest();
  const writer = new EventWriter((event) => fold.add(event));
  writeMessages(writer, messages);
  if (earlierSummary !== undefined) writer.compaction(earlierSummary, undefined);
  writer.end();
  return fold.finish();
}

/** For rules in a summary: far more than a prompt of a handoff has room for, and still bounded. UTF-16 units. */
const RULES_CHARS = 8000;

/** The rules that the human stated, word for word, oldest first; where they are too many, the weakest are left out. */
export function statedConstraints(digest: Digest): string[] {
  const { shown, leftOut } = digest.constraints;
  let room = RULES_CHARS;
  const byStrength = [...shown, ...leftOut.toSorted((left, right) => right.strength - left.strength)];
  const kept = byStrength.filter((rule) => {
    room -= rule.text.length;
    return room >= 0;
  });
  return kept.sort((left, right) => left.turn - right.turn).map((rule) => rule.text);
}

const LINE_CHARS = 500;

/** A summary made of the facts alone: no model is asked, and the same conversation gives the same text. */
export function digestSummary(digest: Digest): string {
  const state = handoffFromDigest(digest, { source: 'praisonai', id: '' });
  const goal = state.goalState as { goal?: string } | undefined;
  const parts: SummaryParts = {
    'Active task': lines(goal?.goal, prefixed('Latest request', state.latestRequest)),
    'Completed actions': lines(
      ...(state.recentActions ?? []),
      ...(state.decisions ?? []),
      prefixed('Before that', state.earlierSummary),
    ),
    'In progress': lines(state.unfinishedCall, prefixed('Last failure', state.lastFailure), state.status),
    'Pending questions': lines(digest.ending === 'waiting' ? digest.endingDetail : undefined),
    'Relevant files': lines((state.rankedFiles ?? []).join(', '), state.rankedFilesNote),
    'Remaining work': lines(
      ...(state.openTasks ?? []),
      prefixed('Verify with', (state.verifyWith ?? []).join('; ')),
    ),
  };
  return summaryText(parts);
}

function lines(...values: (string | undefined)[]): string[] {
  return values.flatMap((value) => (value === undefined || value === '' ? [] : [cutEnd(value, LINE_CHARS)]));
}

function prefixed(label: string, value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : `${label}: ${value}`;
}
