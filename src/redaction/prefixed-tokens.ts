import type { Detection } from './detection.ts';
import { hasRandomSegment, isStandIn } from './secret-values.ts';
import { type Alphabet, PREFIXED_TOKENS, type PrefixedToken } from './token-table.ts';

const BODY: Record<Alphabet, RegExp> = {
  hex: /[0-9a-fA-F]+/y,
  letters: /[A-Za-z0-9]+/y,
  upper: /[A-Z0-9]+/y,
  word: /[A-Za-z0-9_]+/y,
  url: /[A-Za-z0-9_-]+/y,
  dotted: /[A-Za-z0-9_.-]+/y,
  base64: /[A-Za-z0-9+/=_-]+/y,
  opaque: /[A-Za-z0-9+/=_.~%-]+/y,
};

/** A generated body shows itself in its first characters. */
const JUDGED_CHARS = 128;

/** What may stand before a token though it ends in a letter or digit: an escape of JSON, a URL or a terminal. */
const ESCAPE_BEFORE = /(?:\\[nrtbf]|\\u[0-9a-fA-F]{4}|%[0-9A-Fa-f]{2}|(?:^|\n)\d{0,3}m)$/;

interface Matcher {
  readonly anyPrefix: RegExp;
  readonly entries: ReadonlyMap<string, readonly PrefixedToken[]>;
}

let matcher: Matcher | undefined;

/** Tokens that vendors made recognisable by their beginning, see `token-table.ts`. */
export function* findPrefixedTokens(text: string): Generator<Detection> {
  matcher ??= makeMatcher();
  const { anyPrefix, entries } = matcher;
  const runs = new Runs(text);
  anyPrefix.lastIndex = 0;
  for (let match = anyPrefix.exec(text); match !== null; match = anyPrefix.exec(text)) {
    const start = match.index;
    anyPrefix.lastIndex = start + 1;
    if (!opensToken(text, start)) continue;
    for (const entry of entries.get(match[0]) ?? []) {
      const end = tokenEnd(text, start, entry, runs);
      if (end === undefined) continue;
      yield { start, end, kind: entry.kind };
      anyPrefix.lastIndex = end;
      break;
    }
  }
}

/** One pattern for all prefixes, the longest first; each knows the entries of the shorter ones that it begins with. */
function makeMatcher(): Matcher {
  const own = new Map<string, PrefixedToken[]>();
  for (const entry of PREFIXED_TOKENS) {
    for (const prefix of entry.prefixes)
      own.set(prefix, [...(own.get(prefix) ?? []), { ...entry, prefixes: [prefix] }]);
  }
  const prefixes = [...own.keys()].sort((a, b) => b.length - a.length);
  const entries = new Map(
    prefixes.map((prefix) => {
      const beginnings = Array.from(prefix, (_letter, index) => prefix.slice(0, prefix.length - index));
      return [prefix, beginnings.flatMap((beginning) => own.get(beginning) ?? [])];
    }),
  );
  const source = prefixes.map((prefix) => prefix.replace(/[$.~/]/g, '\\$&')).join('|');
  return { anyPrefix: new RegExp(source, 'g'), entries };
}

/**
 * A token begins where a word does. In the middle of base64 a short prefix occurs by chance: there is one when the run goes on
 * to the left over `+`, `/`, `_` or `-`.
 */
function opensToken(text: string, start: number): boolean {
  const before = text[start - 1] ?? '';
  if (/[A-Za-z0-9]/.test(before)) return ESCAPE_BEFORE.test(text.slice(Math.max(0, start - 16), start));
  if (!/[+/_-]/.test(before)) return true;
  const run = /[A-Za-z0-9+/_-]{20,}$/.exec(text.slice(Math.max(0, start - 40), start))?.[0];
  return run === undefined || !hasRandomSegment(run);
}

function tokenEnd(text: string, start: number, entry: PrefixedToken, runs: Runs): number | undefined {
  const bodyStart = start + (entry.prefixes[0]?.length ?? 0);
  let end = runs.end(entry.alphabet, bodyStart);
  if (end === bodyStart) return undefined;
  while (end > bodyStart && /[.%~-]/.test(text[end - 1] ?? '')) end -= 1;
  const length = end - bodyStart;
  if (length < entry.min || (entry.max !== undefined && length > entry.max)) return undefined;
  if ((entry.alphabet === 'hex' || entry.max !== undefined) && /[A-Za-z0-9]/.test(text[end] ?? ''))
    return undefined;
  return isTokenBody(text.slice(bodyStart, Math.min(end, bodyStart + JUDGED_CHARS)), entry) ? end : undefined;
}

/** A generated body; behind a sure prefix also a long word. Not a mask (`ghp_xxxx`), not words (`sk-ant-your-key-here`). */
function isTokenBody(body: string, entry: PrefixedToken): boolean {
  const long = !entry.weak && (entry.alphabet === 'upper' || isLong(body, entry.min));
  if (!long && !hasRandomSegment(body)) return false;
  if (/^(.)\1*$/.test(body)) return /^[A-WYZa-wyz0-9]/.test(body);
  // The documentation's AKIA…EXAMPLE is a key like any other here.
  return entry.alphabet === 'upper' ? !/X{6}/.test(body) : !isStandIn(body);
}

/** Where a run of an alphabet ends. Remembered, so that a run full of prefixes (`sk-sk-sk-…`) is read once. */
class Runs {
  readonly #text: string;
  readonly #last = new Map<Alphabet, { start: number; end: number }>();

  constructor(text: string) {
    this.#text = text;
  }

  end(alphabet: Alphabet, at: number): number {
    const last = this.#last.get(alphabet);
    if (last !== undefined && at >= last.start && at < last.end) return last.end;
    const pattern = BODY[alphabet];
    pattern.lastIndex = at;
    const end = pattern.test(this.#text) ? pattern.lastIndex : at;
    this.#last.set(alphabet, { start: at, end });
    return end;
  }
}

/** One long word, or dashes among capitals, small letters and digits, or a UUID. */
function isLong(body: string, min: number): boolean {
  if (body.split(/[^A-Za-z0-9]/).some((word) => word.length >= Math.min(16, min))) return true;
  if (body.length < 16) return false;
  return (
    (/\d/.test(body) && /[a-z]/.test(body) && /[A-Z]/.test(body)) || /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(body)
  );
}
