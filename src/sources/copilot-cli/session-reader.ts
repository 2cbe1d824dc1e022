import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadReport, SessionEntry } from '../../model/session.ts';
import type { PlanItem, SessionEvent } from '../../model/session-event.ts';
import { filesIn } from '../directory.ts';
import { EventWriter } from '../event-writer.ts';
import { epochMs } from '../fields.ts';
import { readSmallFile } from '../file-ends.ts';
import { readJsonLines } from '../read-json-lines.ts';
import type { SessionReader } from '../source.ts';
import { describeCopilot } from './describe.ts';
import { type Envelope, envelopeOf, isOneEvent, readEnvelope } from './envelope.ts';
import { CopilotEvents } from './events.ts';
import { sessionFolder } from './paths.ts';
import { isSubAgentEvent } from './sub-agents.ts';
import { readTodos } from './todo-sql.ts';
import { readWorkspaceFile } from './workspace-file.ts';

const MAX_SIDE_FILE_BYTES = 256 * 1024;
/** Half of the bytes of a session with hooks; none of it is ours (measured on 1.0.18). */
const SKIPPED = /^(?:hook\.|model\.|system\.message$|session\.usage_|assistant\.turn_start$|skill\.)/;
const OF_SUB_AGENTS = /^(?:subagent\.|tool\.execution_(?:start|complete)$)/;

export const copilotCliReader: SessionReader = { describe: describeCopilot, read };

function read(entry: SessionEntry, emit: (event: SessionEvent) => void): ReadReport {
  const folder = sessionFolder(entry);
  const seen: Seen = { hasWorkspace: false };
  const out = new EventWriter((event) => {
    if (event.kind === 'plan') seen.plan = event.items;
    if (event.kind === 'workspace') seen.hasWorkspace = true;
    if (event.at !== undefined) seen.at = event.at;
    emit(event);
  });
  const events = new CopilotEvents(out, (number) => checkpoint(folder, number));
  /** `undefined` for a damaged line: its events tell theirs. */
  let envelope: Envelope | undefined;
  const report = readJsonLines(entry.location, {
    skip(line) {
      envelope = isOneEvent(line) ? readEnvelope(line) : undefined;
      if (!envelope) return false;
      const type = envelope.type ?? '';
      if (envelope.isSubAgent) return !OF_SUB_AGENTS.test(type);
      events.chain(envelope);
      return SKIPPED.test(type) || events.readQuickly(line, envelope);
    },
    read(event) {
      if (envelope?.isSubAgent || isSubAgentEvent(event)) {
        events.subAgent(event);
        return true;
      }
      if (!envelope) events.chain(envelopeOf(event));
      return events.read(event);
    },
  });
  if (folder !== undefined) readSideFiles(folder, { out, events, seen, report });
  out.end();
  return report;
}

/** What the events told so far. */
interface Seen {
  plan?: readonly PlanItem[];
  at?: number;
  hasWorkspace: boolean;
}

interface SideFiles {
  out: EventWriter;
  events: CopilotEvents;
  seen: Seen;
  report: ReadReport;
}

/** What the session's folder knows besides its events: the todo list as it is now, the plan, the name. */
function readSideFiles(folder: string, { out, events, seen, report }: SideFiles): void {
  const database = join(folder, 'session.db');
  if (existsSync(database)) {
    const todos = readTodos(database, (reason) => {
      // Without a todo list the database holds nothing that is missed.
      if (seen.plan) report.warnings.push(reason);
    });
    if (todos && JSON.stringify(todos) !== JSON.stringify(seen.plan ?? [])) out.plan(todos, seen.at);
  }
  const plan = readSmallFile(join(folder, 'plan.md'), MAX_SIDE_FILE_BYTES) ?? events.lastPlan;
  out.planDocument(plan, events.planApproved === true, seen.at);
  const workspace = readWorkspaceFile(folder);
  if (!seen.hasWorkspace)
    out.workspace(
      { directory: workspace.get('cwd') || undefined, branch: workspace.get('branch') || undefined },
      epochMs(workspace.get('created_at')) ?? seen.at,
    );
  out.title(workspace.get('name') || workspace.get('summary') || undefined);
}

/** The summary of a compaction, where its event has none: `checkpoints/001-title.md`. */
function checkpoint(folder: string | undefined, number: unknown): string | undefined {
  if (folder === undefined || typeof number !== 'number') return undefined;
  const prefix = `${String(number).padStart(3, '0')}-`;
  const directory = join(folder, 'checkpoints');
  const name = filesIn(directory, '.md').find((file) => file.startsWith(prefix));
  return name === undefined ? undefined : readSmallFile(join(directory, name), MAX_SIDE_FILE_BYTES);
}
