import type { Detection, Detector } from './detection.ts';
import { isDressed } from './views.ts';

/** White space stops at the control character: no rule reaches from one text into the next. */
const BETWEEN_TEXTS = '\n\n\u0001\n\n';

/**
 * The detections of each text, found in one run over all of them: a session has hundreds of short texts, and starting some
 * sixty patterns on each of them costs more than reading them. Escaped and decorated texts have a run of their own.
 */
export function detectInAll(texts: readonly string[], detect: Detector): Detection[][] {
  const results: Detection[][] = texts.map(() => []);
  const dressed = texts.map(isDressed);
  for (const group of [false, true]) {
    const members = texts.map((_text, index) => index).filter((index) => dressed[index] === group);
    if (members.length > 0) detectInGroup(texts, members, detect, results);
  }
  return results;
}

function detectInGroup(
  texts: readonly string[],
  members: readonly number[],
  detect: Detector,
  results: Detection[][],
): void {
  const starts: number[] = [];
  let length = 0;
  for (const index of members) {
    starts.push(length);
    length += (texts[index] ?? '').length + BETWEEN_TEXTS.length;
  }
  const joined = members.map((index) => texts[index] ?? '').join(BETWEEN_TEXTS);
  for (const detection of detect(joined)) {
    const order = lastAtOrBefore(starts, detection.start);
    const index = members[order] ?? 0;
    const offset = starts[order] ?? 0;
    const end = Math.min(detection.end - offset, (texts[index] ?? '').length);
    results[index]?.push({ ...detection, start: detection.start - offset, end });
  }
}

/** Index of the last element that is not above the value; the elements rise. */
export function lastAtOrBefore(elements: readonly number[], value: number): number {
  let low = 0;
  let high = elements.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((elements[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
