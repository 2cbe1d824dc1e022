import type { Detection } from './detection.ts';
import { findPlaceholders, placeholder } from './placeholder.ts';
import { isNumberedWord } from './secret-values.ts';

export interface RedactionReport {
  /** Different secrets found. */
  readonly secrets: number;
  /** Places in which they stood. */
  readonly replacements: number;
  /** Different secrets by kind, kinds in alphabetical order. */
  readonly kinds: Readonly<Record<string, number>>;
}

/** So many secrets are searched for where nothing but their value tells them. */
const MOST_SEARCHED = 300;

/** The numbering of one redactor, and the secrets that it has seen. */
export class KnownSecrets {
  readonly #placeholders = new Map<string, string>();
  readonly #lastNumbers = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  readonly #searched = new Map<string, string>();
  #replacements = 0;

  /** Numbers that a text already shows belong to other secrets. */
  reserve(text: string): void {
    for (const { kind, number } of findPlaceholders(text))
      this.#lastNumbers.set(kind, Math.max(number, this.#lastNumbers.get(kind) ?? 0));
  }

  /** Remembers the distinctive ones, to find them where they stand bare. */
  learn(text: string, detections: readonly Detection[]): void {
    for (const { start, end, kind } of detections) {
      if (this.#searched.size >= MOST_SEARCHED) return;
      const value = text.slice(start, end);
      if (isDistinctive(value)) this.#searched.set(value, this.#searched.get(value) ?? kind);
    }
  }

  /** Where remembered secrets stand in a text, as whole words. */
  *occurrences(text: string): Generator<Detection> {
    for (const [value, kind] of this.#searched) {
      for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
        const end = at + value.length;
        if (!joins(text[at - 1], value[0]) && !joins(value.at(-1), text[end])) yield { start: at, end, kind };
      }
    }
  }

  /** The placeholder of a secret, a new number for a new one. */
  placeholderOf(secret: string, kind: string): string {
    this.#replacements += 1;
    const present = this.#placeholders.get(secret);
    if (present !== undefined) return present;
    const number = (this.#lastNumbers.get(kind) ?? 0) + 1;
    this.#lastNumbers.set(kind, number);
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    const created = placeholder(kind, number);
    this.#placeholders.set(secret, created);
    return created;
  }

  report(): RedactionReport {
    return {
      secrets: this.#placeholders.size,
      replacements: this.#replacements,
      kinds: Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1))),
    };
  }
}

/** Letters and digits, eight or more: no word that would be missed elsewhere. */
function isDistinctive(value: string): boolean {
  if (value.length < 8 || value.length > 4096 || /\s/.test(value)) return false;
  return (
    /\d/.test(value) && /[A-Za-z]/.test(value) && !isNumberedWord(value) && !value.includes('[redacted:')
  );
}

function joins(left: string | undefined, right: string | undefined): boolean {
  return /[A-Za-z0-9]/.test(left ?? '') && /[A-Za-z0-9]/.test(right ?? '');
}
