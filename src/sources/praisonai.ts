import { basename, dirname } from 'node:path';
import type { HandoffOptions } from '../handoff/build-handoff-prompt.ts';
import type { ReadReport, SessionDescription, SessionEntry } from '../model/session.ts';
import type { SessionEvent } from '../model/session-event.ts';
import type { MessageRecord, SessionRecord, ToolCallRecord } from '../model/session-record.ts';
import { parseWorkflowCheckpoint } from '../model/workflow-checkpoint.ts';
import { identifyProject } from '../project/identity.ts';
import { buildRecap } from '../recap/build-recap.ts';
import { listFile } from '../stores/json/list-sessions.ts';
import { allStores } from '../stores/json/open-store.ts';
import { parseSession, readSessionBytes } from '../stores/json/read-session.ts';
import { globalSessionDirectory } from '../stores/paths.ts';
import { isStoreError } from '../stores/store-error.ts';
import { findCheckpoint } from '../stores/workflow-checkpoints.ts';
import { EventWriter } from './event-writer.ts';
import { epochMs, nonEmpty, record, text } from './fields.ts';
import type { Environment, SessionSource } from './source.ts';
import { genericToolAction } from './tool-action.ts';

const GLOBAL = 'global';

/** PraisonAI's own sessions, as the Python and the TypeScript `praisonai` write them. The only store that is also written. */
export const praisonai: SessionSource = {
  name: 'praisonai',
  label: 'PraisonAI',
  roots: (environment) => [globalSessionDirectory(environment)],
  *list(environment) {
    for (const store of allStores(environment)) {
      for (const { name, path, modifiedAt, sizeBytes } of store.files()) {
        yield { source: 'praisonai', id: name, location: path, modifiedAt, sizeBytes };
      }
    }
  },
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
 * more than that: its digest makes the handoff.
 */
function durableState(
  entry: SessionEntry,
  environment: Environment,
): { state: HandoffOptions; report: ReadReport } | undefined {
  const { session, report } = load(entry);
  if (session === undefined || nonEmpty(session.metadata['workspace']) !== undefined) return undefined;
  const owner = {
    metadata: session.metadata,
    createdAt: epochMs(session.created_at),
    updatedAt: epochMs(session.updated_at),
  };
  const root = identifyProject(environment.directory, environment).root;
  const checkpoint = findCheckpoint(owner, [environment.directory, root]);
  const state: HandoffOptions = {
    recap: buildRecap(session),
    goalState: record(session.metadata['goal_state']) ?? null,
    workflowCheckpoint: parseWorkflowCheckpoint(checkpoint) ?? null,
  };
  return { state, report };
}

function read(entry: SessionEntry, emit: (event: SessionEvent) => void): ReadReport {
  const { session, report } = load(entry);
  if (session === undefined) return report;
  const writer = new EventWriter(emit);
  const workspace = nonEmpty(session.metadata['workspace']);
  if (workspace !== undefined) writer.workspace({ directory: workspace }, undefined);
  writer.model(session.model ?? text(session.metadata['model']), undefined);
  writer.title(session.title ?? text(session.metadata['title']));
  const messages = [...session.archived_messages, ...session.messages];
  for (const message of messages) readMessage(writer, message);
  const summary = session.last_compaction?.summary;
  if (summary) writer.compaction(summary, undefined);
  readGoal(session, writer);
  writer.end();
  return report;
}

function readGoal(session: SessionRecord, writer: EventWriter): void {
  const goal = record(session.metadata['goal_state']);
  const objective = nonEmpty(goal?.['goal']);
  if (objective) writer.goal(objective, text(goal?.['status']), text(goal?.['last_reason']), undefined);
}

function readMessage(writer: EventWriter, message: MessageRecord): void {
  const at = epochMs(message.timestamp);
  switch (message.role) {
    case 'user':
      writer.request(message.content, 'prompt', at);
      return;
    case 'assistant':
      writer.assistantText(message.content, at);
      for (const call of message.tool_calls ?? []) readCall(writer, call, at);
      return;
    case 'tool':
      if (message.tool_call_id !== undefined)
        writer.result(message.tool_call_id, 'ok', { output: message.content }, at);
      return;
    case 'system':
      return;
    default:
      message.role satisfies never;
  }
}

function readCall(writer: EventWriter, call: ToolCallRecord, at: number | undefined): void {
  let input: unknown;
  try {
    input = JSON.parse(call.function.arguments);
  } catch (error) {
    // Arguments are the model's text: when they are no JSON, the call is known by its name alone.
    if (!(error instanceof SyntaxError)) throw error;
  }
  writer.call(call.id, call.function.name, genericToolAction(call.function.name, record(input) ?? {}), at);
}
