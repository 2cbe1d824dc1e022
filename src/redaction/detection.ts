import { findPlaceholders } from './placeholder.ts';

/** A secret's place in a text: UTF-16 offsets, `end` exclusive. The kind is kebab case, see `placeholder.ts`. */
export interface Detection {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** Finds secrets of one family. Linear in the text, whatever the text. */
export type Detector = (text: string) => Iterable<Detection>;

/**
 * One list without overlaps, in the text's order. Of equal ranges the first detection stands (detectors run from specific to
 * general); a wider range swallows those inside; ranges that only overlap become one.
 */
export function mergeDetections(detections: readonly Detection[]): Detection[] {
  const ordered = detections
    .filter((detection) => detection.end > detection.start)
    .map((detection, rank) => ({ detection, rank }))
    .sort(
      (a, b) => a.detection.start - b.detection.start || b.detection.end - a.detection.end || a.rank - b.rank,
    );
  const merged: Detection[] = [];
  for (const { detection } of ordered) {
    const last = merged.at(-1);
    if (last === undefined || detection.start >= last.end) merged.push(detection);
    else if (detection.end > last.end) merged[merged.length - 1] = { ...last, end: detection.end };
  }
  return merged;
}

/**
 * The detections without the placeholders that are already in the text, so that redacting twice changes nothing; what stands
 * beside a placeholder in a detected range stays detected.
 */
export function outsidePlaceholders(text: string, detections: readonly Detection[]): Detection[] {
  const placeholders = findPlaceholders(text);
  if (placeholders.length === 0) return [...detections];
  const result: Detection[] = [];
  let next = 0;
  for (const detection of detections) {
    let start = detection.start;
    while (next < placeholders.length && (placeholders[next]?.end ?? 0) <= start) next += 1;
    for (let index = next; index < placeholders.length; index += 1) {
      const placeholder = placeholders[index];
      if (placeholder === undefined || placeholder.start >= detection.end) break;
      addTrimmed(result, text, { ...detection, start, end: placeholder.start });
      start = placeholder.end;
    }
    addTrimmed(result, text, { ...detection, start });
  }
  return result;
}

/** Punctuation alone is no secret: what is left of `a=[redacted:…]; b=[redacted:…]` stays. */
function addTrimmed(result: Detection[], text: string, detection: Detection): void {
  let { start, end } = detection;
  while (start < end && !isWordCharacter(text.charCodeAt(start))) start += 1;
  while (end > start && !isWordCharacter(text.charCodeAt(end - 1))) end -= 1;
  const whole = start === detection.start && end === detection.end;
  if (end - start > 0) result.push(whole ? detection : { ...detection, start, end });
}

function isWordCharacter(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 127
  );
}
