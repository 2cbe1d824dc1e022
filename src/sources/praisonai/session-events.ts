import type { ReadReport } from '../../model/session.ts';
import type { PlanItem, SessionEvent } from '../../model/session-event.ts';
import type { MessageRecord, SessionRecord } from '../../model/session-record.ts';
import { EventWriter } from '../event-writer.ts';
import { finiteNumber, list, nonEmpty, record, text } from '../fields.ts';
import { decodeEvent, holdsEvent } from './event-message.ts';
import { writeEnding, writeMessages, writePartialAnswer } from './messages.ts';

/** The events of a PraisonAI session, whatever store it was loaded from. What was not understood is counted in `report`. */
export function sendSessionEvents(
  session: SessionRecord,
  report: ReadReport,
  emit: (event: SessionEvent) => void,
): void {
  const messages = [...session.archived_messages, ...session.messages];
  if (messages.some(holdsEvent)) sendStoredEvents(session, messages, report, emit);
  else sendConversation(session, messages, emit);
}

/**
 * Of another agent's session, that agent's reader made the events; they are sent as they were. What was said since in a
 * PraisonAI run is in messages between and behind them.
 */
function sendStoredEvents(
  session: SessionRecord,
  messages: readonly MessageRecord[],
  report: ReadReport,
  emit: (event: SessionEvent) => void,
): void {
  const writer = new EventWriter(emit);
  for (const message of messages) {
    const event = decodeEvent(message);
    if (event !== undefined) emit(event);
    else if (holdsEvent(message)) report.unknown += 1;
    else writeMessages(writer, [message]);
  }
  const last = messages.at(-1);
  if (last === undefined || holdsEvent(last)) return;
  writePartialAnswer(writer, session.metadata);
  writeEnding(writer, session.metadata, last);
}

function sendConversation(
  session: SessionRecord,
  messages: readonly MessageRecord[],
  emit: (event: SessionEvent) => void,
): void {
  const writer = new EventWriter(emit);
  const workspace = nonEmpty(session.metadata['workspace']);
  if (workspace !== undefined) writer.workspace({ directory: workspace }, undefined);
  writer.model(session.model ?? nonEmpty(session.metadata['model']), undefined);
  writer.title(session.title ?? nonEmpty(session.metadata['title']));
  writeMessages(writer, messages);
  writePartialAnswer(writer, session.metadata);
  writeEnding(writer, session.metadata, messages.at(-1));
  const summary = session.last_compaction?.summary;
  if (summary) writer.compaction(summary, undefined);
  writeGoal(session, writer);
  writeSteps(session, writer);
  writer.end();
}

function writeGoal(session: SessionRecord, writer: EventWriter): void {
  const goal = record(session.metadata['goal_state']);
  const objective = nonEmpty(goal?.['goal']);
  if (objective) writer.goal(objective, text(goal?.['status']), text(goal?.['last_reason']), undefined);
}

/** Our workflows keep the names of their steps with the checkpoint: what is left of them is the plan. */
function writeSteps(session: SessionRecord, writer: EventWriter): void {
  const checkpoint = record(session.metadata['workflow_checkpoint']);
  const completed = finiteNumber(checkpoint?.['completed_steps']) ?? 0;
  const names = list(checkpoint?.['steps']).flatMap((name) => nonEmpty(name) ?? []);
  if (names.length === 0) return;
  const items = names.map(
    (name, index): PlanItem => ({ text: name, status: index < completed ? 'completed' : 'pending' }),
  );
  writer.plan(items, undefined);
}
