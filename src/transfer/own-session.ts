import type { SessionDescription, SessionEntry } from '../model/session.ts';
import type { JsonObject } from '../model/session-record.ts';
import { compact } from '../sources/event-writer.ts';
import { nonEmpty, record } from '../sources/fields.ts';
import { checkpointOf } from '../sources/praisonai/kept-state.ts';
import type { Environment } from '../sources/source.ts';
import { documentOf, messagesOf } from '../stores/json/document.ts';
import { sessionRecord } from '../stores/json/read-session.ts';
import { readSessionFile } from '../stores/json/session-writer.ts';
import type { StoredCheckpoint } from '../stores/workflow-checkpoints.ts';
import type { Contents } from './pack-session.ts';

/**
 * PraisonAI's own session as its file holds it, every message in its place. A workflow's checkpoint that is a file in the
 * workspace goes along: the other machine has none.
 *
 * @throws StoreError `session-unreadable`
 */
export function ownSession(
  entry: SessionEntry,
  description: SessionDescription,
  environment: Environment,
): Contents {
  const id = description.id ?? entry.id;
  const session = readSessionFile(entry.location, id);
  const document = documentOf(session);
  const messages = messagesOf(session);
  const key = description.origin ?? { source: 'praisonai', id };
  const metadata = (record(document['metadata']) ?? {}) as JsonObject;
  const checkpoint = checkpointOf(sessionRecord({ ...document, messages }), environment);
  // Of a run on this machine; a command comes from the person at a machine, never with a session.
  const { goal_verify_command: _, ...shared } = metadata;
  if (checkpoint !== undefined) shared['workflow_checkpoint'] ??= persisted(checkpoint);
  // Its listing does not tell where it works; a machine with another clone has to know.
  const placed = { ...compact({ directory: nonEmpty(metadata['workspace']) }), ...description };
  return { key, description: placed, document: { ...document, metadata: shared }, events: [], messages };
}

function persisted(checkpoint: StoredCheckpoint): JsonObject {
  const { name, workflowName, completedSteps, totalSteps, lastStep } = checkpoint;
  return compact({
    name,
    workflow_name: workflowName,
    completed_steps: completedSteps,
    total_steps: totalSteps,
    last_step: lastStep,
  }) as JsonObject;
}
