import type { ReadReport } from '../../model/session.ts';
import type { SessionRecord } from '../../model/session-record.ts';
import { parseWorkflowCheckpoint } from '../../model/workflow-checkpoint.ts';
import { identifyProject } from '../../project/identity.ts';
import { buildRecap } from '../../recap/build-recap.ts';
import { sessionOrigin } from '../../stores/session-origin.ts';
import { findCheckpoint, type StoredCheckpoint } from '../../stores/workflow-checkpoints.ts';
import { mapTexts } from '../../text/map-texts.ts';
import { epochMs, nonEmpty, record } from '../fields.ts';
import type { DurableState, Environment } from '../source.ts';

/**
 * What a PraisonAI session keeps for a handoff: recap, goal state, workflow checkpoint. A session that records its
 * workspace knows more than that: its digest makes the rest of the handoff. Another agent's session keeps none of it.
 */
export function keptState(
  session: SessionRecord,
  report: ReadReport,
  environment: Environment,
): DurableState | undefined {
  const { metadata } = session;
  if ((sessionOrigin(metadata)?.source ?? 'praisonai') !== 'praisonai') return undefined;
  const workspace = nonEmpty(metadata['workspace']);
  const goalState = record(metadata['goal_state']) ?? null;
  const workflowCheckpoint = parseWorkflowCheckpoint(checkpointOf(session, environment)) ?? null;
  if (workspace === undefined) {
    const kept = { session: recapPart(session), goalState, workflowCheckpoint };
    return {
      handoff: (clean) => {
        const shown = mapTexts(kept, clean);
        return { ...shown, recap: buildRecap(shown.session) };
      },
      withDigest: false,
      report,
    };
  }
  const kept = { goalState, workflowCheckpoint };
  return { handoff: (clean) => mapTexts(kept, clean), withDigest: true, report };
}

/** The workflow checkpoint of a session: its own, or a file's in its directory or in this one. */
export function checkpointOf(session: SessionRecord, environment: Environment): StoredCheckpoint | undefined {
  const { metadata } = session;
  const owner = { metadata, createdAt: epochMs(session.created_at), updatedAt: epochMs(session.updated_at) };
  const { directory } = environment;
  const { root } = identifyProject(directory, environment);
  const workspace = nonEmpty(metadata['workspace']);
  if (workspace === undefined) return findCheckpoint(owner, [directory, root]);
  // Such a session names its own checkpoint: without one, those in the directory are of other runs.
  if (metadata['workflow_checkpoint'] === undefined) return undefined;
  return findCheckpoint(owner, [workspace, directory, root]);
}

/** What a recap is made of. */
function recapPart({ messages, archived_messages, last_compaction }: SessionRecord): Partial<SessionRecord> {
  return { messages, archived_messages, ...(last_compaction ? { last_compaction } : {}) };
}
