import type { ReadReport, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import { forEachLine, type LineReport } from '../json-lines.ts';
import { tellUnreadable } from '../unreadable-file.ts';
import { feedLine } from './feed-line.ts';
import { isSubAgentFile, placeOf, type TranscriptPlace } from './paths.ts';
import { SubAgentFiles, storedPlan } from './side-files.ts';
import { samePlan } from './task-list.ts';
import { Transcript } from './transcript.ts';

/** The task files are written with the tool call that changes them; a file system's clock may differ a little. */
const STALE_PLAN_MS = 60_000;

export function readTranscript(entry: SessionEntry, emit: (event: SessionEvent) => void): ReadReport {
  const report: ReadReport = { records: 0, unknown: 0, broken: 0, warnings: [] };
  const place = placeOf(entry.location);
  const ofSubAgent = isSubAgentFile(entry.location);
  const subAgents = new SubAgentFiles(place);
  const transcript = new Transcript({
    emit,
    ofSubAgent,
    subAgentChanges: (agentId) => subAgents.changes(agentId),
  });
  let whole = true;
  try {
    const lines = forEachLine(entry.location, (line) => {
      whole = feedLine(line, transcript, ofSubAgent, report);
    });
    tellSkipped(lines, whole, report);
  } catch (error) {
    tellUnreadable(error, report);
  }
  transcript.finish();
  if (!ofSubAgent) emitStoredPlan(place, transcript, emit);
  const title = transcript.title();
  if (title !== undefined) emit({ kind: 'title', title });
  return report;
}

function tellSkipped({ oversized, unterminated }: LineReport, whole: boolean, report: ReadReport): void {
  report.broken += oversized;
  if (oversized > 0) report.warnings.push(`${oversized} records are too long to be read; they were skipped.`);
  if (unterminated && !whole) report.warnings.push('The last line is torn; everything before it was read.');
}

/** The plan that the agent keeps in files is newer where a sub-agent, or a session after this record, changed it. */
function emitStoredPlan(
  place: TranscriptPlace,
  transcript: Transcript,
  emit: (event: SessionEvent) => void,
): void {
  const stored = storedPlan(place);
  if (!stored) return;
  const told = transcript.calls.plan;
  if (told && (samePlan(told.items, stored.items) || stored.modifiedAt < (told.at ?? 0) - STALE_PLAN_MS))
    return;
  emit({ kind: 'plan', items: stored.items });
}
