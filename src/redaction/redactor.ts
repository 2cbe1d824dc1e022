import { findAssignments } from './assignments.ts';
import { findCommandSecrets } from './commands.ts';
import { type Detection, type Detector, mergeDetections, outsidePlaceholders } from './detection.ts';
import { findFileSecrets } from './files.ts';
import { findHeaderSecrets } from './headers.ts';
import { detectInAll } from './joined.ts';
import { KnownSecrets, type RedactionReport } from './known-secrets.ts';
import { overLongRuns } from './long-runs.ts';
import { findPersonal, hideHomes } from './personal.ts';
import { maskPlaceholders } from './placeholder.ts';
import { findPrefixedTokens } from './prefixed-tokens.ts';
import { findPrivateKeys } from './private-keys.ts';
import { concernsSecretlint, findWithSecretlint } from './secretlint-net.ts';
import { findShapedAnywhere, findShapedTokens } from './shaped-tokens.ts';
import { findUrlSecrets, findWebhooks } from './urls.ts';
import { overViews } from './views.ts';

export type { RedactionReport };

/** `strict` also hides home directories (`~`), mail addresses and IP addresses. */
export type RedactionLevel = 'default' | 'strict';

export interface RedactorOptions {
  /** Default: `default`. */
  readonly level?: RedactionLevel;
  /** The user's home directory, hidden at level `strict`; other users' under `/home`, `/Users` are hidden without it. */
  readonly home?: string;
}

/**
 * Replaces secrets by placeholders such as `[redacted:github-token:1]`. Within one redactor the same secret has the same number,
 * wherever and however often it stands. Redacting a redacted text changes nothing.
 */
export interface Redactor {
  /** One text, by our own rules. */
  redact(text: string): string;
  /**
   * Several texts of one session, in one pass: a generated secret that is recognised in one of them (by its name) is replaced in
   * all. Where our rules leave something suspicious, secretlint looks too; it is loaded only then.
   */
  redactAll(texts: readonly string[]): Promise<string[]>;
  report(): RedactionReport;
}

/** From specific to general: of equal finds the first one gives the kind. */
const DETECTORS: readonly Detector[] = [
  findPrivateKeys,
  overLongRuns([findPrefixedTokens, findShapedTokens, findWebhooks]),
  findShapedAnywhere,
  findUrlSecrets,
  findHeaderSecrets,
  findFileSecrets,
  findCommandSecrets,
  findAssignments,
];

/** A replacement may uncover what it hid (a quote, a line's end): texts are read until nothing changes, at most so often. */
const MOST_ROUNDS = 4;

export function createRedactor(options: RedactorOptions = {}): Redactor {
  const strict = options.level === 'strict';
  const detect = overViews(strict ? [...DETECTORS, findPersonal] : DETECTORS);
  const known = new KnownSecrets();
  const redactTexts = (texts: readonly string[]): string[] =>
    settle(strict ? texts.map((text) => hideHomes(text, options.home)) : [...texts], detect, known);
  return {
    redact: (text) => redactTexts([text])[0] ?? '',
    redactAll: async (texts) => withSecretlint(redactTexts(texts), known),
    report: () => known.report(),
  };
}

/** Most sessions leave nothing that concerns secretlint; then it is not even loaded. */
async function withSecretlint(texts: string[], known: KnownSecrets): Promise<string[]> {
  const masked = texts.map(maskPlaceholders);
  const concerned = [...masked.keys()].filter((index) => concernsSecretlint(masked[index] ?? ''));
  if (concerned.length === 0) return texts;
  const found = await findWithSecretlint(concerned.map((index) => masked[index] ?? ''));
  for (const [order, index] of concerned.entries())
    texts[index] = replaceAll(texts[index] ?? '', found[order] ?? [], known);
  return texts;
}

function settle(texts: readonly string[], detect: Detector, known: KnownSecrets): string[] {
  const results = [...texts];
  for (const text of texts) known.reserve(text);
  let pending = texts.map((_text, index) => index);
  for (let round = 0; round < MOST_ROUNDS && pending.length > 0; round += 1) {
    const current = pending;
    const found = detectInAll(
      current.map((index) => maskPlaceholders(results[index] ?? '')),
      detect,
    );
    for (const [order, index] of current.entries()) known.learn(results[index] ?? '', found[order] ?? []);
    pending = [];
    for (const [order, index] of current.entries()) {
      const text = results[index] ?? '';
      const replaced = replaceAll(text, [...(found[order] ?? []), ...known.occurrences(text)], known);
      if (replaced === text) continue;
      results[index] = replaced;
      pending.push(index);
    }
  }
  return results;
}

function replaceAll(text: string, detections: readonly Detection[], known: KnownSecrets): string {
  if (detections.length === 0) return text;
  let result = '';
  let from = 0;
  for (const { start, end, kind } of outsidePlaceholders(text, mergeDetections(detections))) {
    result += text.slice(from, start) + known.placeholderOf(text.slice(start, end), kind);
    from = end;
  }
  return result + text.slice(from);
}
