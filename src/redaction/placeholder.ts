/** The stand-in of a redacted secret: `[redacted:github-token:1]`. Kind in kebab case, number from 1 within its kind. */
export function placeholder(kind: string, number: number): string {
  return `[redacted:${kind}:${number}]`;
}

/** Short words only: a key of 20 or more characters cannot be smuggled through as the name of a kind. */
const PLACEHOLDER =
  /\[redacted:((?=[a-z0-9-]{2,32}:)[a-z0-9]{1,12}(?:-[a-z0-9]{1,12}){0,4}):([1-9]\d{0,5})\]/g;

export interface FoundPlaceholder {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly number: number;
}

/** The placeholders that already stand in a text, in its order. */
export function findPlaceholders(text: string): FoundPlaceholder[] {
  if (!text.includes('[redacted:')) return [];
  return Array.from(text.matchAll(PLACEHOLDER), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    kind: match[1] ?? '',
    number: Number(match[2]),
  }));
}

/** The text with its placeholders starred out, offsets unchanged: for every rule they then look like masked values. */
export function maskPlaceholders(text: string): string {
  if (!text.includes('[redacted:')) return text;
  return text.replace(PLACEHOLDER, (found) => '*'.repeat(found.length));
}

/**
 * Placeholders by the order in which they first occur: two redactions of the same texts then look the same, whatever else
 * each of them had to number. One placeholder stays one, two stay two.
 */
export class PlaceholderOrder {
  readonly #renamed = new Map<string, string>();
  readonly #lastNumbers = new Map<string, number>();

  renumber(text: string): string {
    if (!text.includes('[redacted:')) return text;
    return text.replace(PLACEHOLDER, (found, kind: string) => {
      const known = this.#renamed.get(found);
      if (known !== undefined) return known;
      const number = (this.#lastNumbers.get(kind) ?? 0) + 1;
      this.#lastNumbers.set(kind, number);
      const renamed = placeholder(kind, number);
      this.#renamed.set(found, renamed);
      return renamed;
    });
  }
}
