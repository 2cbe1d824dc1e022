import type { Detection, Detector } from './detection.ts';

/** A text as it was before something escaped or decorated it, with the way back to the raw offsets. */
interface View {
  readonly text: string;
  /** Raw offset of a character's beginning. */
  readonly start: (offset: number) => number;
  /** Raw offset of a character's end, given the offset behind it. */
  readonly end: (offset: number) => number;
}

const ESCAPED = /\\(?:["n]|u00[0-9a-fA-F]{2})/;
const ESCAPE = /\\(?:([nrt"'`/\\])|u([0-9a-fA-F]{4}))/g;
const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** JSON in JSON in JSON: tool arguments inside a record inside a log. */
const MOST_ESCAPE_LEVELS = 3;

/** What listings, searches, quotations and diffs put before a line, and the CR of a CRLF. */
const DECORATION =
  /\r(?=\n)|(?<=^|\n)[ \t]{0,8}(?:\d{1,6}(?:[ \t]{0,2}[\t→|]|:[ ]?)|[\w./@+-]{1,120}[:-]\d{1,6}[:-]|[>|][ ]?|\+(?!\+\+))/g;

/**
 * Runs detectors over a text and over what it was before it was escaped (JSON in a string) or decorated (line numbers, `>`,
 * `+`): a key's lines, or a name and its value, belong together there. Most texts are neither.
 */
export function overViews(detectors: readonly Detector[]): Detector {
  return function* detect(text) {
    for (const view of viewsOf(text)) {
      for (const detector of detectors) for (const found of detector(view.text)) yield moved(found, view);
    }
  };
}

function moved(detection: Detection, view: View): Detection {
  return { ...detection, start: view.start(detection.start), end: view.end(detection.end) };
}

/** Whether a text has views besides itself. */
export function isDressed(text: string): boolean {
  return ESCAPED.test(text) || text.search(DECORATION) !== -1;
}

function viewsOf(text: string): View[] {
  const same = (offset: number) => offset;
  const views: View[] = [{ text, start: same, end: same }];
  let last: View | undefined = views[0];
  for (
    let level = 0;
    level < MOST_ESCAPE_LEVELS && last !== undefined && ESCAPED.test(last.text);
    level += 1
  ) {
    last = unescaped(last);
    views.push(last);
  }
  return [...views, ...views.flatMap(undecorated)];
}

function unescaped(view: View): View {
  const { text } = view;
  const offsets = new Int32Array(text.length + 1);
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  const keep = (to: number) => {
    parts.push(text.slice(from, to));
    for (let at = from; at < to; at += 1) offsets[length++] = at;
  };
  for (const match of text.matchAll(ESCAPE)) {
    keep(match.index);
    const [all, letter, hex] = match;
    parts.push(
      hex === undefined
        ? (UNESCAPED[letter ?? ''] ?? letter ?? '')
        : String.fromCharCode(Number.parseInt(hex, 16)),
    );
    offsets[length++] = match.index;
    from = match.index + all.length;
  }
  keep(text.length);
  offsets[length] = text.length;
  return {
    text: parts.join(''),
    start: (offset) => view.start(offsets[offset] ?? 0),
    end: (offset) => view.end(offsets[offset] ?? 0),
  };
}

function undecorated(view: View): View[] {
  const { text } = view;
  const offsets = new Int32Array(text.length + 1);
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  const keep = (to: number) => {
    parts.push(text.slice(from, to));
    for (let at = from; at < to; at += 1) offsets[length++] = at;
  };
  for (const match of text.matchAll(DECORATION)) {
    keep(match.index);
    from = match.index + match[0].length;
  }
  if (parts.length === 0) return [];
  keep(text.length);
  return [
    {
      text: parts.join(''),
      start: (offset) => view.start(offsets[offset] ?? 0),
      end: (offset) => view.end((offsets[offset - 1] ?? 0) + 1),
    },
  ];
}
