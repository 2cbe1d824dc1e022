import type { SessionEntry } from '../model/session.ts';
import type { SessionLookup } from '../sessions/session-lookup.ts';
import type { SessionKey, SessionStore, StoredSession } from '../stores/session-store.ts';
import { canonicalJson } from './fingerprints.ts';
import { originIn } from './origin-fields.ts';
import { fileStamp, type PackOptions, packSession } from './pack-session.ts';
import { hostLabel } from './provenance.ts';
import { type SendOptions, type SendOutcome, sendSession } from './send-session.ts';

export interface PushOptions extends PackOptions, SendOptions {}

export interface Pushed extends SendOutcome {
  key: SessionKey;
  /** Different secrets that were replaced, by kind. Empty where nothing had to be read. */
  secrets: Readonly<Record<string, number>>;
  warnings: readonly string[];
  /** Records that could not be read. */
  broken: number;
}

/** Brings one session of this machine into a store. What did not change since the last push is not even read. */
export async function pushSession(
  catalog: SessionLookup,
  entry: SessionEntry,
  store: SessionStore,
  options: PushOptions,
): Promise<Pushed> {
  const reader = await catalog.readerOf(entry);
  const description = reader.describe(entry);
  const key = description.origin ?? { source: entry.source, id: description.id ?? entry.id };
  const stored = options.force ? undefined : await store.get(key);
  if (stored !== undefined && isAsPushed(stored, entry, hostLabel(catalog.environment), options)) {
    const { messageCount: messages } = stored;
    return { key, status: 'unchanged', messages, sent: 0, replaced: 0, secrets: {}, warnings: [], broken: 0 };
  }
  const { outgoing, secrets, report } = await packSession(reader, entry, catalog.environment, options);
  const outcome = await sendSession(outgoing, store, options);
  return { key, ...outcome, secrets, warnings: report.warnings, broken: report.broken };
}

/** Whether this very file was pushed whole from here, by a program that reads it alike. */
function isAsPushed(stored: StoredSession, entry: SessionEntry, host: string, options: PackOptions): boolean {
  const { count, file, ...origin } = originIn(stored.document);
  return (
    count === stored.messageCount &&
    origin['total'] === count &&
    origin['host'] === host &&
    origin['redaction'] === options.redact &&
    origin['pushed_by'] === options.version &&
    canonicalJson(file) === canonicalJson(fileStamp(entry))
  );
}
