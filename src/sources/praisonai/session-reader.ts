import { basename, dirname } from 'node:path';
import type { ReadReport, SessionDescription, SessionEntry } from '../../model/session.ts';
import type { PlanItem, SessionEvent } from '../../model/session-event.ts';
import type { SessionRecord } from '../../model/session-record.ts';
import { parseWorkflowCheckpoint } from '../../model/workflow-checkpoint.ts';
import { identifyProject } from '../../project/identity.ts';
import { buildRecap } from '../../recap/build-recap.ts';
import { listFile } from '../../stores/json/list-sessions.ts';
import { parseSession, readSessionBytes } from '../../stores/json/read-session.ts';
import { isStoreError } from '../../stores/store-error.ts';
import { findCheckpoint } from '../../stores/workflow-checkpoints.ts';
import { mapTexts } from '../../text/map-texts.ts';
import { EventWriter } from '../event-writer.ts';
import { epochMs, finiteNumber, list, nonEmpty, record, text } from '../fields.ts';
import type { DurableState, Environment, SessionReader } from '../source.ts';
import { writeEnding, writeMessages, writePartialAnswer } from './messages.ts';

const GLOBAL = 'global';

export const praisonaiReader: SessionReader = {
  describe,
  read,
  durableState,
  history: (entry) => load(entry).session,
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
  const {
    title,
    firstRequest,
    createdAt,
    updatedAt,
    updatedAtText,
    parentId,
    messageCount,
    agentName,
    model,
  } = listed;
  const description: SessionDescription = { id: listed.id, projectId, messageCount };
  const shownTitle = title ?? firstRequest;
  if (shownTitle !== undefined) description.title = shownTitle;
  if (createdAt !== undefined) description.createdAt = createdAt;
  if (updatedAt !== undefined) description.updatedAt = updatedAt + microseconds(updatedAtText);
  if (updatedAtText !== undefined) description.updatedAtText = updatedAtText;
  if (parentId !== undefined) description.parentId = parentId;
  if (agentName !== undefined) description.agentName = agentName;
  if (model !== undefined) description.model = model;
  if (listed.totalTokens !== undefined) description.totalTokens = listed.totalTokens;
  if (listed.cost !== undefined) description.cost = listed.cost;
  return description;
}

/** Python's times have microseconds: they order sessions that were saved in the same millisecond. */
function microseconds(time: string | undefined): number {
  const digits = /\.\d{3}(\d{3})/.exec(time ?? '')?.[1];
  return digits === undefined ? 0 : Number(digits) / 1000;
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

function load(entry: SessionEntry): Loaded {
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

/**
 * What this store keeps for a handoff: recap, goal state, workflow checkpoint. A session that records its workspace knows
 * more than that: its digest makes the rest of the handoff.
 */
function durableState(entry: SessionEntry, environment: Environment): DurableState | undefined {
  const { session, report } = load(entry);
  if (session === undefined) return undefined;
  const { metadata } = session;
  const workspace = nonEmpty(metadata['workspace']);
  const goalState = record(metadata['goal_state']) ?? null;
  const owner = { metadata, createdAt: epochMs(session.created_at), updatedAt: epochMs(session.updated_at) };
  const root = identifyProject(environment.directory, environment).root;
  if (workspace === undefined) {
    const checkpoint = parseWorkflowCheckpoint(findCheckpoint(owner, [environment.directory, root])) ?? null;
    const kept = { session: recapPart(session), goalState, workflowCheckpoint: checkpoint };
    return {
      handoff: (clean) => {
        const shown = mapTexts(kept, clean);
        return { ...shown, recap: buildRecap(shown.session) };
      },
      withDigest: false,
      report,
    };
  }
  // Such a session names its own checkpoint: without one, those in the directory are of other runs.
  const named = metadata['workflow_checkpoint'] !== undefined;
  const checkpoint = named ? findCheckpoint(owner, [workspace, environment.directory, root]) : undefined;
  const kept = { goalState, workflowCheckpoint: parseWorkflowCheckpoint(checkpoint) ?? null };
  return { handoff: (clean) => mapTexts(kept, clean), withDigest: true, report };
}

/** What a recap is made of. */
function recapPart({ messages, archived_messages, last_compaction }: SessionRecord): Partial<SessionRecord> {
  return { messages, archived_messages, ...(last_compaction ? { last_compaction } : {}) };
}

function read(entry: SessionEntry, emit: (event: SessionEvent) => void): ReadReport {
  const { session, report } = load(entry);
  if (session === undefined) return report;
  const writer = new EventWriter(emit);
  const workspace = nonEmpty(session.metadata['workspace']);
  if (workspace !== undefined) writer.workspace({ directory: workspace }, undefined);
  writer.model(session.model ?? nonEmpty(session.metadata['model']), undefined);
  writer.title(session.title ?? nonEmpty(session.metadata['title']));
  const messages = [...session.archived_messages, ...session.messages];
  writeMessages(writer, messages);
  writePartialAnswer(writer, session.metadata);
  writeEnding(writer, session.metadata, messages.at(-1));
  const summary = session.last_compaction?.summary;
  if (summary) writer.compaction(summary, undefined);
  readGoal(session, writer);
  readSteps(session, writer);
  writer.end();
  return report;
}

function readGoal(session: SessionRecord, writer: EventWriter): void {
  const goal = record(session.metadata['goal_state']);
  const objective = nonEmpty(goal?.['goal']);
  if (objective) writer.goal(objective, text(goal?.['status']), text(goal?.['last_reason']), undefined);
}

/** Our workflows keep the names of their steps with the checkpoint: what is left of them is the plan. */
function readSteps(session: SessionRecord, writer: EventWriter): void {
  const checkpoint = record(session.metadata['workflow_checkpoint']);
  const completed = finiteNumber(checkpoint?.['completed_steps']) ?? 0;
  const names = list(checkpoint?.['steps']).flatMap((name) => nonEmpty(name) ?? []);
  if (names.length === 0) return;
  const items = names.map(
    (name, index): PlanItem => ({ text: name, status: index < completed ? 'completed' : 'pending' }),
  );
  writer.plan(items, undefined);
}
