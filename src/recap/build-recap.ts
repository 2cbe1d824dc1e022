import { cutEnd, ELLIPSIS } from '../text/cut.ts';
import { elementsOf, firstProperty, propertyOf, textOf } from '../text/plain.ts';
import { distilOlderTurns } from './distil.ts';

/** Default cap of a recap, in UTF-16 units: below the message limit of the chat channels that show it. */
export const RECAP_MAX_CHARS = 3500;

/** Newest messages that a recap always shows. */
export const RECAP_TAIL = 4;

const HEADER = '📌 Recap — where we were:';
const NOTHING_YET = 'Nothing to recap yet — this session has no messages.';
/** Length of one message's line, in code points as Python counts them. */
const SNIPPET_CODE_POINTS = 160;

export interface RecapMessage {
  role: string;
  text: string;
  /** Marked as the result of a compaction. */
  compacted: boolean;
}

export interface RecapOptions {
  /** How many of the newest messages stand in full; default 4. */
  tail?: number;
  /** Cap in UTF-16 units; default 3500; 0 or negative: no cap. */
  maxChars?: number;
}

/**
 * "Where we were" in a few lines: what was distilled of the older turns, then the newest messages. Read-only and total.
 *
 * @param history a session (`messages`, `archived_messages`, `last_compaction`), or its list of messages
 *   (`{role, content}`, content a text or a list of parts).
 */
export function buildRecap(history: unknown, options: RecapOptions = {}): string {
  const tail = typeof options.tail === 'number' && options.tail >= 0 ? Math.floor(options.tail) : RECAP_TAIL;
  const maxChars = typeof options.maxChars === 'number' ? options.maxChars : RECAP_MAX_CHARS;
  const raw = Array.isArray(history) ? history : elementsOf(propertyOf(history, 'messages'));
  const messages = elementsOf(raw, Number.POSITIVE_INFINITY).map(recapMessage);
  const archived = elementsOf(firstProperty(history, ['archived_messages', 'archivedMessages'])).map(
    recapMessage,
  );
  if (messages.length === 0 && archived.length === 0) return NOTHING_YET;

  const recent = (tail > 0 ? messages.slice(-tail) : []).filter((message) => message.text.trim() !== '');
  const recentLines = recent.length > 0 ? ['Recent:', ...recent.map(snippetLine)] : [];
  const older = [...archived, ...messages.slice(0, Math.max(0, messages.length - tail))];
  const summary = distilledSummary(history, messages) || distilOlderTurns(older, snippetLine);
  return compose(summary, recentLines, maxChars);
}

/** The newest of what was already distilled: a compaction checkpoint, a tagged message, a summary message. */
function distilledSummary(history: unknown, messages: readonly RecapMessage[]): string {
  const checkpoint = firstProperty(history, ['last_compaction', 'lastCompaction']);
  const summary = meaningful(textOf(propertyOf(checkpoint, 'summary')));
  if (summary) return summary;
  for (const message of messages.toReversed()) {
    const isSummary = message.compacted || (message.role === 'system' && SUMMARY_HEADING.test(message.text));
    const text = isSummary ? meaningful(message.text) : '';
    if (text) return text;
  }
  return '';
}

const SUMMARY_HEADING = /^\[(?:Session Summary|Previous conversation summary)\]/;

/** PraisonAI's retention writes counts of messages where a summary belongs: those say nothing about the work. */
const COUNT_LINE = /^(?:Previous conversation: \d+ messages|Message breakdown: \{.*\}|---)$/;

function meaningful(text: string): string {
  const lines = text.split('\n').filter((line) => !COUNT_LINE.test(line.trim()));
  return lines
    .filter((line) => !SUMMARY_HEADING.test(line))
    .join('')
    .trim() === ''
    ? ''
    : lines.join('\n').trim();
}

function recapMessage(value: unknown): RecapMessage {
  const metadata = propertyOf(value, 'metadata');
  const compacted =
    Boolean(propertyOf(value, '_compacted')) ||
    Boolean(propertyOf(metadata, '_compacted')) ||
    Boolean(propertyOf(metadata, 'compaction'));
  return {
    role: textOf(propertyOf(value, 'role')) || '?',
    text: contentText(propertyOf(value, 'content')),
    compacted,
  };
}

function contentText(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  return elementsOf(content)
    .map((part) => (typeof part === 'string' ? part : textOf(propertyOf(part, 'text'))))
    .filter((text) => text !== '')
    .join('\n');
}

function snippetLine(message: RecapMessage): string {
  const line = message.text.trim().replaceAll('\n', ' ');
  return `• ${message.role}: ${cutCodePoints(line)}`;
}

function cutCodePoints(text: string): string {
  if (text.length <= SNIPPET_CODE_POINTS) return text;
  const head = [...text.slice(0, SNIPPET_CODE_POINTS * 2)];
  if (head.length <= SNIPPET_CODE_POINTS) return text;
  // One unit more than the kept head, so that the cut always leaves room for its mark.
  return cutEnd(text, head.slice(0, SNIPPET_CODE_POINTS).join('').length + ELLIPSIS.length);
}

function compose(summary: string, recentLines: readonly string[], maxChars: number): string {
  const recent = recentLines.join('\n');
  const room = maxChars > 0 ? maxChars - HEADER.length - 2 - recent.length : Number.POSITIVE_INFINITY;
  const shown = summary.length <= room ? summary : room > 1 ? cutEnd(summary, room) : '';
  const text = [HEADER, shown, recent].filter((part) => part !== '').join('\n');
  return maxChars > 0 ? cutEnd(text, Math.floor(maxChars)) : text;
}
