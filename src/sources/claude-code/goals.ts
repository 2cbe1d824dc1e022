import type { EpochMs, GoalEvent } from '../../model/session-event.ts';
import { nonEmpty } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { stamp } from './stamp.ts';

/**
 * The goal of `/goal TEXT`, from a `goal_status` attachment: a sentinel sets or clears it, the others are the verdicts of
 * its checks at the end of each turn (seen in 2.1.332).
 */
export function goalEvent(attachment: JsonRecord, at: EpochMs | undefined): GoalEvent | undefined {
  const goal = nonEmpty(attachment['condition']);
  if (goal === undefined) return undefined;
  const reason = nonEmpty(attachment['reason']);
  return {
    kind: 'goal',
    goal,
    status: statusOf(attachment),
    ...(reason === undefined ? {} : { reason }),
    ...stamp(at),
  };
}

function statusOf(attachment: JsonRecord): string {
  if (attachment['failed'] === true) return 'failed';
  if (attachment['met'] !== true) return 'active';
  return attachment['sentinel'] === true ? 'cleared' : 'met';
}
