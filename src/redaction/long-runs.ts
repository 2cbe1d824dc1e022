import type { Detection, Detector } from './detection.ts';
import { lastAtOrBefore } from './joined.ts';

/** No token that is known by its form alone is shorter. */
const SHORTEST_RUN = 18;

/** What tokens, the escapes before them and the addresses of webhooks are made of. */
const RUN_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=.~%:$@\\';

const IN_RUN = new Uint8Array(128);
for (const character of RUN_CHARACTERS) IN_RUN[character.charCodeAt(0)] = 1;

/**
 * Runs detectors over the text's long words only, one per line. Prose and code consist of short ones, so that most of the text is
 * never shown to a pattern: the search looks at every 18th character and walks back from there.
 */
export function overLongRuns(detectors: readonly Detector[]): Detector {
  return function* detect(text) {
    const starts: number[] = [];
    const offsets: number[] = [];
    const words: string[] = [];
    let length = 0;
    for (const [start, end] of longRuns(text)) {
      starts.push(start);
      offsets.push(length);
      words.push(text.slice(start, end));
      length += end - start + 1;
    }
    if (words.length === 0) return;
    const condensed = words.join('\n');
    for (const detector of detectors) {
      for (const detection of detector(condensed)) yield moved(detection, starts, offsets);
    }
  };
}

function moved(detection: Detection, starts: readonly number[], offsets: readonly number[]): Detection {
  const word = lastAtOrBefore(offsets, detection.start);
  const shift = (starts[word] ?? 0) - (offsets[word] ?? 0);
  return { ...detection, start: detection.start + shift, end: detection.end + shift };
}

function* longRuns(text: string): Generator<readonly [number, number]> {
  let start = 0;
  while (start + SHORTEST_RUN <= text.length) {
    let at = start + SHORTEST_RUN - 1;
    while (at >= start && isInRun(text, at)) at -= 1;
    if (at >= start) {
      start = at + 1;
      continue;
    }
    let end = start + SHORTEST_RUN;
    while (end < text.length && isInRun(text, end)) end += 1;
    yield [start, end];
    start = end + 1;
  }
}

function isInRun(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && IN_RUN[code] === 1;
}
