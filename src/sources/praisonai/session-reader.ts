import { basename, dirname } from 'node:path';
import type { ReadReport, SessionDescription, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import type { SessionRecord } from '../../model/session-record.ts';
import { fileVersion } from '../../stores/json/last-written.ts';
import { listFile } from '../../stores/json/list-sessions.ts';
import { listingDescription } from '../../stores/json/listing-description.ts';
import { parseSession, readSessionBytes } from '../../stores/json/read-session.ts';
import { provenanceOf } from '../../stores/session-origin.ts';
import { isStoreError } from '../../stores/store-error.ts';
import type { SessionReader } from '../source.ts';
import { keptState } from './kept-state.ts';
import { sendSessionEvents } from './session-events.ts';

const GLOBAL = 'global';

export const praisonaiReader: SessionReader = {
  describe,
  read,
  durableState: (entry, environment) => {
    const { session, report } = load(entry);
    return session && keptState(session, report, environment);
  },
  history: (entry) => load(entry).session,
  provenance: (entry) => provenanceOf(load(entry).session?.metadata ?? {}),
};

function describe(entry: SessionEntry): SessionDescription {
  const projectId = projectOf(entry);
  const listed = listFile({
    path: entry.location,
    name: entry.id,
    modifiedAt: entry.modifiedAt,
    sizeBytes: entry.sizeBytes,
  });
  if (listed === undefined) return { projectId, unreadable: true };
  return listingDescription(listed, projectId);
}

function projectOf(entry: SessionEntry): string {
  const directory = dirname(entry.location);
  return basename(dirname(directory)) === 'projects' ? basename(directory) : GLOBAL;
}

interface Loaded {
  /** Absent when the file is broken, gone, or may not be read. */
  session?: SessionRecord;
  report: ReadReport;
}

/**
 * A handoff asks for one session's state, events and provenance, one after the other: its file is read once. Only while
 * it is that very file, and not for longer than memory is plenty: a server lives for days.
 */
let last: { location: string; version: string | undefined; loaded: WeakRef<Loaded> } | undefined;

function load(entry: SessionEntry): Loaded {
  const { session, report } = loadOnce(entry);
  return { ...(session && { session }), report: { ...report, warnings: [...report.warnings] } };
}

function loadOnce(entry: SessionEntry): Loaded {
  const { location } = entry;
  const version = fileVersion(location);
  const known = last?.location === location && last.version === version ? last.loaded.deref() : undefined;
  if (known !== undefined) return known;
  const loaded = loadFile(entry);
  last = { location, version, loaded: new WeakRef(loaded) };
  return loaded;
}

function loadFile(entry: SessionEntry): Loaded {
  const report: ReadReport = { records: 0, unknown: 0, broken: 0, warnings: [] };
  try {
    const content = readSessionBytes(entry.location).toString('utf8');
    const session = parseSession(content, entry.location, (messages) => {
      report.broken += messages;
    });
    report.records = session.messages.length + session.archived_messages.length;
    return { session, report };
  } catch (error) {
    const isOfSystem = (error as NodeJS.ErrnoException).syscall !== undefined;
    if (!(error instanceof Error) || !(isOfSystem || isStoreError(error, 'session-unreadable'))) throw error;
    report.broken += 1;
    report.warnings.push(`The session file cannot be read: ${error.message}.`);
    return { report };
  }
}

function read(entry: SessionEntry, emit: (event: SessionEvent) => void): ReadReport {
  const { session, report } = load(entry);
  if (session !== undefined) sendSessionEvents(session, report, emit);
  return report;
}
