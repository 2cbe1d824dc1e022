import { existsSync } from 'node:fs';
import { createDigest, type Digest } from '../digest/digest.ts';
import { assembleHandoff, type HandoffOptions } from '../handoff/build-handoff-prompt.ts';
import type { FittedSection } from '../handoff/fit.ts';
import { handoffFromDigest } from '../handoff/from-digest.ts';
import type { ReadReport, SessionEntry } from '../model/session.ts';
import type { Environment, SessionSource } from '../sources/source.ts';

export interface SessionHandoff {
  sessionId: string;
  source: string;
  prompt: string;
  hasGoal: boolean;
  hasCheckpoint: boolean;
  sections: FittedSection[];
  report: ReadReport;
}

export interface HandOffOptions {
  maxChars?: number | undefined;
}

/** Reads one session and renders its handoff. Nothing is written anywhere. */
export function handOffSession(
  source: SessionSource,
  entry: SessionEntry,
  environment: Environment,
  options: HandOffOptions = {},
): SessionHandoff {
  const { state, report } = handoffState(source, entry, environment);
  const { prompt, sections } = assembleHandoff(
    options.maxChars === undefined ? state : { ...state, maxChars: options.maxChars },
  );
  return {
    sessionId: entry.id,
    source: entry.source,
    prompt,
    hasGoal: sections.some((section) => section.name === 'goal' || section.name === 'definitionOfDone'),
    hasCheckpoint: sections.some((section) => section.name === 'progress'),
    sections,
    report,
  };
}

function handoffState(
  source: SessionSource,
  entry: SessionEntry,
  environment: Environment,
): { state: HandoffOptions; report: ReadReport } {
  const durable = source.durableState?.(entry, environment);
  if (durable) return durable;
  const { digest, report } = digestSession(source, entry);
  return { state: handoffFromDigest(digest, originOf(entry, digest)), report };
}

/** Folds a session into its digest. */
export function digestSession(
  source: SessionSource,
  entry: SessionEntry,
): { digest: Digest; report: ReadReport } {
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
