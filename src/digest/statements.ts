import { cutWords } from '../text/cut.ts';
import { proseSentences } from './sentences.ts';
import type { Timeline } from './timeline.ts';

const DECISION =
  /\b(?:decided (?:to|on|against|not)|decision:|(?:we|i)(?:['’]ll| will) (?:go with|use .{3,60} (?:instead of|rather than)|stick with|not use|keep it\b)|going with|opted (?:for|to)|chose (?:to|not|the)|settled on|(?:us(?:e|es|ed|ing)|mak(?:e|es|ing)|made|keep(?:s|ing)?|kept|accepts?|compares?|stores?|return(?:s|ed)?|chang(?:e|ed) .{3,60}) .{3,90} (?:instead of|rather than)|instead of .{3,80}, (?:we|i|it)\b|the (?:right|best|cleanest|simplest) (?:approach|way|fix|solution)(?: here)? is (?:to|a|the)\b|the fix (?:is|was)(?: simple| straightforward)?\s*(?::|[—–-]\s|to\b)|(?:the )?root (?:cause|issue) (?:is|was)|on purpose|(?:is|are|was|were) (?:deliberate|intentional)(?:ly)?)/i;
const DEAD_END =
  /\b(?:tried .{3,120}(?:but|it (?:failed|deadlocked|broke|did)|did(?:n['’]t| not) (?:work|help)|failed|deadlock)|(?:does(?:n['’]t| not)|did(?:n['’]t| not)|wo(?:n['’]t| not)|will not|can(?:['’]t|not)) work(?: here)?,? (?:because|since|due to|as)\b|(?:does(?:n['’]t| not)|did(?:n['’]t| not)|wo(?:n['’]t| not)) help\b|dead[- ]end|do(?:n['’]t| not) (?:retry|try (?:it|this|that) again)|abandon(?:ed|ing) (?:this|that|it|the (?:idea|approach|plan|attempt|first))\b|ruled out|reverted (?:it|that|this|the)|(?:was|were|is|are) a blind alley)/i;
/** What only might be, what is offered or asked, cells of a table: none of it was decided. */
const UNDECIDED =
  /\b(?:could|might|would|may|should|maybe|perhaps|probably|if you (?:want|prefer|like)|want me to|let me|to decide|decide whether|options?\b.{0,12}\d|alternatively|e\.g\.)\b|\||^(?:option|approach|pros?|cons?|wait|hmm|actually|if)\b/i;

const MAX_SENTENCE_CHARS = 260;
const MOST = 4;

/** Sentences of an agent's text that state a decision or a dead end, verbatim. */
export function decisionsIn(statement: string): string[] {
  if (!DECISION.test(statement) && !DEAD_END.test(statement)) return [];
  return proseSentences(statement)
    .map(({ text }) => text)
    .filter((text) => text.length >= 25 && text.length <= MAX_SENTENCE_CHARS && !/[?:]$/.test(text))
    .filter((text) => (DECISION.test(text) || DEAD_END.test(text)) && !UNDECIDED.test(text));
}

/** The newest few decisions and dead ends, oldest first. */
export function decisions(timeline: Timeline): string[] {
  return [...new Set(timeline.decisions.map(({ text }) => text).reverse())].slice(0, MOST).reverse();
}

/** A sentence of a summary is worth keeping when it names something. */
const NAMES_SOMETHING =
  /`[^`]+`|\b[\w-]+\/[\w./-]+\b|\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|md|json|ya?ml|toml)\b|\b[a-z]+[A-Z]\w+\b|\b[a-z]+_[a-z_]+\b|\b[A-Z]{2,}[A-Z0-9-]*-\w+\b|#\d+\b/;
const PENDING =
  /\b(?:pending|remaining|next step|still (?:to|need)|todo|not yet|unfinished|current(?:ly)? (?:work|task)|in progress|left to do|decided|decision|because|root cause|learned|important|must|never)\b/i;

/**
 * What the last compaction says that nothing else in the prompt does: its sentences that name something new, best first.
 * `shown` is what the prompt says already.
 */
export function earlierSummary(timeline: Timeline, shown: string, maxChars: number): string {
  const summary = timeline.summary?.text;
  if (!summary) return '';
  const known = new Set(tokens(shown));
  const scored = proseSentences(summary)
    .map(({ text }, order) => ({ text: text.replaceAll('**', ''), order }))
    .filter(({ text }) => text.length >= 20 && text.length <= 400 && !isBoilerplate(text))
    .map(({ text, order }) => ({ text, order, score: worth(text, known) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order);
  const chosen: typeof scored = [];
  let used = 0;
  for (const sentence of scored) {
    if (used + sentence.text.length + 1 > maxChars) continue;
    chosen.push(sentence);
    used += sentence.text.length + 1;
  }
  // Best first: what a shorter prompt cuts off at the end is worth least.
  return chosen.map(({ text }) => text).join(' ');
}

function worth(text: string, known: ReadonlySet<string>): number {
  const words = tokens(text);
  if (words.length === 0) return 0;
  const fresh = words.filter((word) => !known.has(word)).length / words.length;
  const names = NAMES_SOMETHING.test(text) ? 1 : 0;
  const pending = PENDING.test(text) ? 0.8 : 0;
  return (names + pending) * fresh;
}

function tokens(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_./-]{4,}/gu) ?? [];
}

function isBoilerplate(text: string): boolean {
  return /^(?:this session is being continued|the conversation is summarized|analysis|summary|let me (?:analyze|review|go through)|please continue|if you need specific details|read the full transcript|continue the conversation)/i.test(
    text,
  );
}

const NUMBERED =
  /^\s{0,3}(?:#{1,4}\s*)?(?:[-*•]\s+)?(?:\*\*)?((?:(?:option|approach)\s+)?(?:\d{1,2}|[A-E])[.):]\s*\S.*)$/i;

/** The last list of a text whose items are numbered or lettered, one line each. */
export function numberedLines(text: string): string[] {
  const found: string[] = [];
  for (const line of text.split('\n')) {
    const item = NUMBERED.exec(line)?.[1]?.replaceAll('**', '').trim();
    if (item === undefined) continue;
    if (/^\D*(?:1|A)[.):]/.test(item)) found.length = 0;
    found.push(item);
  }
  return found;
}

/** The agent's last words on one line, their end kept: it says what comes next. */
export function wordsExcerpt(text: string, maxChars: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= maxChars) return line;
  const sentences = proseSentences(text).map((sentence) => sentence.text);
  const tail: string[] = [];
  let used = 0;
  for (const sentence of sentences.toReversed()) {
    if (used + sentence.length + 1 > maxChars) break;
    tail.unshift(sentence);
    used += sentence.length + 1;
  }
  return tail.length > 0 ? `… ${tail.join(' ')}` : cutWords(line, maxChars);
}
