import type { ReadReport, SessionDescription, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import type { SessionReader } from '../source.ts';
import { describeRollout } from './describe.ts';
import { historyOf } from './history.ts';
import { rolloutLines } from './lines.ts';
import { RolloutReader } from './reader.ts';
import { databaseFacts, indexedName } from './side-files.ts';
import { homeOfEntry, isUnreadable } from './store.ts';

export const codexReader: SessionReader = { describe, read };

function describe(entry: SessionEntry): SessionDescription {
  try {
    return describeRollout(entry, indexedName(homeOfEntry(entry), entry.id));
  } catch (error) {
    // The file went away, or may not be read: it still lists.
    if (isUnreadable(error)) return {};
    throw error;
  }
}

function read(entry: SessionEntry, emit: (event: SessionEvent) => void): ReadReport {
  const home = homeOfEntry(entry);
  const reader = new RolloutReader(emit);
  const { conversation, workspace } = reader.session;
  const history = historyOf(entry.location, home);
  if (history.incomplete)
    reader.report.warnings.push(
      'The session was forked from one that is not here; what came before is missing.',
    );
  for (const part of history.parts) readPart(reader, part.path, part.id, part.endOffset);
  reader.finish();
  const facts = databaseFacts(home, entry.id);
  conversation.addFacts(facts);
  const title = indexedName(home, entry.id) ?? facts.name ?? workspace.facts.name;
  if (title !== undefined) emit({ kind: 'title', title });
  return reader.report;
}

function readPart(reader: RolloutReader, path: string, id: string, endOffset: number | undefined): void {
  reader.start(id);
  try {
    const lines = rolloutLines(path, (line, offset) => {
      if (endOffset !== undefined && offset >= endOffset) return false;
      reader.line(line);
      return true;
    });
    reader.endFile(lines.unterminated, lines.oversized);
    if (lines.damage !== undefined)
      reader.report.warnings.push(
        `The compressed file is damaged; what could be unpacked was read (${lines.damage}).`,
      );
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    reader.report.warnings.push('The file could not be read.');
  }
}
