export interface Sentence {
  /** Verbatim. */
  text: string;
  /** Where it stands in the text it came from. */
  start: number;
  end: number;
}

/**
 * The sentences of prose, verbatim and in order: lines, list items and sentences within a line. Code fences, quotations
 * and what looks like pasted output are left out.
 */
export function proseSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let offset = 0;
  let fenced = false;
  const lines = text.split('\n');
  // A fence that nothing closes is no fence: what stands below it is the human's own again.
  let fences = lines.filter((line) => FENCE.test(line)).length & ~1;
  for (const line of lines) {
    const start = offset;
    offset += line.length + 1;
    if (FENCE.test(line)) {
      fenced = fences > 0 && !fenced;
      fences -= 1;
      continue;
    }
    if (fenced || isPastedLine(line)) continue;
    sentences.push(...lineSentences(line, start));
  }
  return sentences;
}

const FENCE = /^\s*(?:```|~~~)/;

/** Lines that begin as the output of well-known tools does. */
const TOOL_LINE =
  /^\s*(?:File "|npm |yarn |pnpm |error\b[:[ ]|warning\b[:[ ]|\w+@[\w-]+[:~]|\*{3}|[\w./-]+:\d+|(?:ls|cat|cp|mv|rm|bash|sh|zsh|cd|validating|fatal|OK|ERROR|WARN|INFO|DEBUG)\b.{0,80}: )/;

/** Output, code, markup or a quotation rather than somebody's own sentence. */
function isPastedLine(line: string): boolean {
  if (/^\s*(?:>|\/\/|\/\*|\+|->)/.test(line) || line.length > 2000) return true;
  if (TOOL_LINE.test(line)) return true;
  if (
    /^\s{4,}(?:at |File |\w+\(|[{}[\]<])|^\s*(?:[{}[\]<]|at \S+ \(|\d{4}-\d\d-\d\d[T ]\d\d:|\$ |❯|│|┃|[+-]{3} |@@ )/.test(
      line,
    )
  )
    return true;
  const letters = line.match(/[\p{L}\s]/gu)?.length ?? 0;
  return line.length > 40 && letters / line.length < 0.6;
}

function lineSentences(line: string, lineStart: number): Sentence[] {
  const lead = /^\s*(?:(?:[-*•+]|\d{1,2}[.)]|\([a-z\d]\)|#{1,6}|\[[ x]\])\s+)*/.exec(line)?.[0].length ?? 0;
  const sentences: Sentence[] = [];
  let start = lead;
  // A sentence ends at . ! ? before white space and a capital or a quotation, and at ideographic full stops.
  const boundary =
    /[.!?]+["')\]]*\s+(?=["'(`]?[\p{Lu}\p{N}`]|\p{Lo})|[。！？]|;\s+(?=(?:never|do not|don't|always)\b)/gu;
  for (const match of line.matchAll(boundary)) {
    if (match.index < lead || isAbbreviation(line.slice(start, match.index))) continue;
    const end = match.index + match[0].trimEnd().length;
    push(sentences, line, start, end, lineStart);
    start = match.index + match[0].length;
  }
  push(sentences, line, start, line.length, lineStart);
  return sentences;
}

function isAbbreviation(before: string): boolean {
  return /\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|Mr|Mrs|Dr)$/i.test(before);
}

function push(sentences: Sentence[], line: string, from: number, to: number, lineStart: number): void {
  const raw = line.slice(from, to);
  const text = raw.trim();
  if (text === '') return;
  const start = lineStart + from + (raw.length - raw.trimStart().length);
  sentences.push({ text, start, end: start + text.length });
}
