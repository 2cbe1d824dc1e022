import { createDigest } from '../digest/digest.ts';
import { assembleHandoff } from '../handoff/build-handoff-prompt.ts';
import type { ReadReport, SessionDescription, SessionEntry } from '../model/session.ts';
import { renderSharePage } from '../share/page.ts';
import { TRANSCRIPT_LITERALS, TranscriptFold } from '../share/transcript.ts';
import type { Environment, SessionSource } from '../sources/source.ts';
import { mapTexts } from '../text/map-texts.ts';
import { stripControls } from '../text/sanitize.ts';
import { isoTime } from '../text/time.ts';
import { buildCleaned, type RedactLevel } from './cleaner.ts';
import { handoffBuilder } from './hand-off.ts';

export interface SessionPage {
  html: string;
  sessionId: string;
  report: ReadReport;
  /** Secrets that were replaced, by kind. */
  secrets: Readonly<Record<string, number>>;
}

/**
 * Renders one session as a page: read once, its prompt and its conversation redacted together, so that a secret has one
 * number on the whole page.
 */
export async function sharePage(
  source: SessionSource,
  entry: SessionEntry,
  environment: Environment,
  level: RedactLevel,
): Promise<SessionPage> {
  const fold = createDigest();
  const transcript = new TranscriptFold();
  const reader = await source.reader();
  const report = reader.read(entry, (event) => {
    fold.add(event);
    transcript.add(event);
  });
  // A page is read elsewhere and later: how the repository stood when it was written tells nothing there.
  const { build } = await handoffBuilder(reader, entry, environment, { git: false }, () => ({
    digest: fold.finish(),
    report,
  }));
  const { title, directory, branch, model, ...description } = reader.describe(entry);
  const shown = { title, directory, branch, model };
  const raw = transcript.finish();
  const { value, secrets } = await buildCleaned(
    (clean) => ({
      handoff: build(clean),
      shown: mapTexts(shown, clean),
      transcript: mapTexts(raw, clean, TRANSCRIPT_LITERALS),
    }),
    level,
    environment.home,
  );
  const sessionId = description.id ?? entry.id;
  const html = renderSharePage({
    title: value.shown.title ?? `Session ${stripControls(sessionId)}`,
    facts: facts(entry, stripControls(sessionId), { ...description, ...present(value.shown) }),
    prompt: assembleHandoff(value.handoff.state).prompt,
    transcript: value.transcript,
    privacy: privacyOf(level, secrets),
  });
  return { html, sessionId, report, secrets };
}

function facts(
  entry: SessionEntry,
  id: string,
  description: SessionDescription,
): [name: string, value: string][] {
  const all: [string, string | undefined][] = [
    ['Session', `${entry.source}:${id}`],
    ['Project', description.directory],
    ['Branch', description.branch],
    ['Model', description.model],
    ['Started', description.createdAt === undefined ? undefined : isoTime(description.createdAt)],
    ['Updated', isoTime(description.updatedAt ?? entry.modifiedAt)],
    ['Ended', description.ending],
  ];
  return all.filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== '');
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function present<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Present<T>;
}

function privacyOf(level: RedactLevel, secrets: Readonly<Record<string, number>>): string {
  if (level === 'none') return 'Nothing was redacted on this page.';
  const count = Object.values(secrets).reduce((sum, number) => sum + number, 0);
  const what = count === 0 ? 'No secret was recognised' : `Recognised secrets were replaced (${count})`;
  return `${what}; what no rule recognises is still here. The output of tools is not shown.`;
}
