import { existsSync } from 'node:fs';
import { createDigest, type Digest } from '../digest/digest.ts';
import { explainDigest } from '../digest/explain.ts';
import { cleanedDigest, showablePart } from '../digest/showable.ts';
import { assembleHandoff, type HandoffOptions } from '../handoff/build-handoff-prompt.ts';
import type { FittedSection } from '../handoff/fit.ts';
import { type HandoffOrigin, handoffFromDigest } from '../handoff/from-digest.ts';
import { leftOutLines } from '../handoff/left-out.ts';
import { withKeptState } from '../handoff/with-kept-state.ts';
import type { ReadReport, SessionEntry } from '../model/session.ts';
import type { Environment, SessionReader, SessionSource } from '../sources/source.ts';
import type { SessionProvenance } from '../stores/session-origin.ts';
import { mapTexts } from '../text/map-texts.ts';
import { buildCleaned, type RedactLevel } from './cleaner.ts';

export interface SessionHandoff {
  sessionId: string;
  source: string;
  prompt: string;
  hasGoal: boolean;
  hasCheckpoint: boolean;
  sections: FittedSection[];
  report: ReadReport;
  /** The clone on this machine that stands for the recorded directory, where that one is not here. */
  localDirectory?: string;
  /** Secrets that were replaced, by kind. */
  secrets: Readonly<Record<string, number>>;
  /** Why the lines are there and what stayed out; empty where the store itself keeps the sections. */
  why: readonly string[];
}

export interface HandOffOptions {
  maxChars?: number | undefined;
  /** Default: `default`. */
  redact?: RedactLevel | undefined;
  /**
   * Whether to look at the session's repository and to tell what changed in it since. Starts git at most three times, one
   * second in all, and nothing outside a repository. Default: true.
   */
  git?: boolean | undefined;
}

/** Reads one session and renders its handoff. Nothing is written anywhere; secrets are replaced before anything is cut. */
export async function handOffSession(
  source: SessionSource,
  entry: SessionEntry,
  environment: Environment,
  options: HandOffOptions = {},
): Promise<SessionHandoff> {
  const { build, report, localDirectory } = await handoffBuilder(
    await source.reader(),
    entry,
    environment,
    options,
  );
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
    ...(localDirectory === undefined ? {} : { localDirectory }),
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
export async function handoffBuilder(
  reader: SessionReader,
  entry: SessionEntry,
  environment: Environment,
  { git = true }: Pick<HandOffOptions, 'git'> = {},
  digested: () => DigestedSession = () => digestSession(reader, entry),
): Promise<{ build: Build; report: ReadReport; localDirectory?: string }> {
  const durable = reader.durableState?.(entry, environment);
  if (durable?.withDigest === false)
    return { build: (clean) => ({ state: durable.handoff(clean), why: [] }), report: durable.report };
  const { digest, report } = digested();
  const shown = showablePart(digest);
  const { origin, warnings } = await originOf(
    entry,
    digest,
    reader.provenance?.(entry),
    git ? environment : undefined,
  );
  const build: Build = (clean) => {
    const cleaned = cleanedDigest(shown, clean);
    const inferred = handoffFromDigest(cleaned, mapTexts(origin, clean, OWN_WORDS));
    const state = durable === undefined ? inferred : withKeptState(inferred, durable.handoff(clean));
    return { state, why: explainDigest(cleaned) };
  };
  const { localDirectory } = origin;
  return {
    build,
    report: { ...report, warnings: [...report.warnings, ...warnings] },
    ...(localDirectory === undefined ? {} : { localDirectory }),
  };
}

/** Fields of an origin that hold words of our own, or a name that is shown elsewhere as it is. */
const OWN_WORDS: ReadonlySet<string> = new Set(['source', 'id', 'directoryNote', 'since']);

export interface DigestedSession {
  digest: Digest;
  report: ReadReport;
}

/** Folds a session into its digest. */
export function digestSession(reader: SessionReader, entry: SessionEntry): DigestedSession {
  const fold = createDigest();
  const report = reader.read(entry, (event) => fold.add(event));
  return { digest: fold.finish(), report };
}

/** @param environment absent: the repository is not looked at */
async function originOf(
  entry: SessionEntry,
  { timeline, keyFiles }: Digest,
  provenance: SessionProvenance | undefined,
  environment: Environment | undefined,
): Promise<{ origin: HandoffOrigin; warnings: string[] }> {
  const { source, id } = provenance ?? entry;
  const origin: HandoffOrigin = { source, id };
  const { directory } = timeline;
  if (directory === '') return { origin, warnings: [] };
  const missing = existsSync(directory)
    ? {}
    : { directoryNote: 'that directory is not on this machine, paths are relative to it' };
  if (environment === undefined) return { origin: { ...origin, ...missing }, warnings: [] };
  const { workspaceState } = await import('../project/workspace-state.ts');
  const { directories, branch, commit, lastAt } = timeline;
  const { root, remote = timeline.remote } = provenance ?? {};
  const recorded = { directory, directories, branch, commit, root, remote, lastAt };
  const state = workspaceState({ ...recorded, keyFiles: keyFiles.map(({ path }) => path) }, environment);
  const { place, changes, warnings } = state;
  if (!place?.moved) return { origin: { ...origin, ...missing, changes }, warnings };
  const inexact = place.exact ? {} : { directoryNote: 'paths are relative to that one' };
  return { origin: { ...origin, ...inexact, localDirectory: place.directory, changes }, warnings };
}
