import { existsSync } from 'node:fs';
import { createDigest, type Digest } from '../digest/digest.ts';
import { explainDigest } from '../digest/explain.ts';
import { cleanedDigest, showablePart } from '../digest/showable.ts';
import { assembleHandoff, type HandoffOptions } from '../handoff/build-handoff-prompt.ts';
import type { FittedSection } from '../handoff/fit.ts';
import { handoffFromDigest } from '../handoff/from-digest.ts';
import { leftOutLines } from '../handoff/left-out.ts';
import { withKeptState } from '../handoff/with-kept-state.ts';
import type { ReadReport, SessionEntry } from '../model/session.ts';
import type { Environment, SessionSource } from '../sources/source.ts';
import { buildCleaned, type RedactLevel } from './cleaner.ts';

export interface SessionHandoff {
  sessionId: string;
  source: string;
  prompt: string;
  hasGoal: boolean;
  hasCheckpoint: boolean;
  sections: FittedSection[];
  report: ReadReport;
  /** Secrets that were replaced, by kind. */
  secrets: Readonly<Record<string, number>>;
  /** Why the lines are there and what stayed out; empty where the store itself keeps the sections. */
  why: readonly string[];
}

export interface HandOffOptions {
  maxChars?: number | undefined;
  /** Default: `default`. */
  redact?: RedactLevel | undefined;
}

/** Reads one session and renders its handoff. Nothing is written anywhere; secrets are replaced before anything is cut. */
export async function handOffSession(
  source: SessionSource,
  entry: SessionEntry,
  environment: Environment,
  options: HandOffOptions = {},
): Promise<SessionHandoff> {
  const { build, report } = handoffBuilder(source, entry, environment);
  const { value, secrets } = await buildCleaned(build, options.redact ?? 'default', environment.home);
  const { prompt, sections } = assembleHandoff(
    options.maxChars === undefined ? value.state : { ...value.state, maxChars: options.maxChars },
  );
  return {
    sessionId: entry.id,
    source: entry.source,
    prompt,
    hasGoal: sections.some((section) => section.name === 'goal' || section.name === 'definitionOfDone'),
    hasCheckpoint: sections.some((section) => section.name === 'progress'),
    sections,
    report,
    secrets,
    why: [...value.why, ...leftOutLines(sections, value.state)],
  };
}

type Build = (clean: (text: string) => string) => { state: HandoffOptions; why: string[] };

/**
 * Reads once what the handoff is made of; making it from cleaned texts comes after.
 *
 * @param digested called when the digest is needed; who reads the session anyway gives its own
 */
export function handoffBuilder(
  source: SessionSource,
  entry: SessionEntry,
  environment: Environment,
  digested: () => DigestedSession = () => digestSession(source, entry),
): { build: Build; report: ReadReport } {
  const durable = source.durableState?.(entry, environment);
  if (durable?.withDigest === false)
    return { build: (clean) => ({ state: durable.handoff(clean), why: [] }), report: durable.report };
  const { digest, report } = digested();
  const shown = showablePart(digest);
  const origin = originOf(entry, digest);
  const build: Build = (clean) => {
    const cleaned = cleanedDigest(shown, clean);
    const inferred = handoffFromDigest(cleaned, origin);
    const state = durable === undefined ? inferred : withKeptState(inferred, durable.handoff(clean));
    return { state, why: explainDigest(cleaned) };
  };
  return { build, report };
}

export interface DigestedSession {
  digest: Digest;
  report: ReadReport;
}

/** Folds a session into its digest. */
export function digestSession(source: SessionSource, entry: SessionEntry): DigestedSession {
  const fold = createDigest();
  const report = source.read(entry, (event) => fold.add(event));
  return { digest: fold.finish(), report };
}

function originOf(
  entry: SessionEntry,
  digest: Digest,
): { source: string; id: string; directoryNote?: string } {
  const { directory } = digest.timeline;
  const missing = directory !== '' && !existsSync(directory);
  return {
    source: entry.source,
    id: entry.id,
    ...(missing ? { directoryNote: 'that directory is not on this machine, paths are relative to it' } : {}),
  };
}
