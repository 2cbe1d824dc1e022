import { canonicalCommand, commandFamily, isVerification } from './commands.ts';
import type { Action, Timeline } from './timeline.ts';

/** How many actions later a failed command that verifies nothing is history. */
const STALE_AFTER = 40;

/** Stands for all that moves a repository on: no command is named so. */
const REPOSITORY = '\0repository';
/** After a later success of these, an earlier conflict is history. */
const MOVES_ON = /\bgit\s+(?:-\S+\s+)*(?:commit|merge|rebase|cherry-pick|am|pull|push)\b/;

/**
 * The last failure that nothing resolved: no later success of the same command, nor of a test run in its family. A
 * command that looks around (grep without a match) or an edit that was tried again is no failure of the work.
 */
export function lastFailure(timeline: Timeline): Action | undefined {
  const resolved = new Set<string>();
  let fallback: Action | undefined;
  for (const action of timeline.actions.toReversed()) {
    if (action.kind !== 'run') continue;
    if (action.outcome === 'ok') {
      resolved.add(canonicalCommand(action.command));
      if (action.purpose && isVerification(action.purpose)) resolved.add(commandFamily(action.command));
      if (MOVES_ON.test(action.command)) resolved.add(REPOSITORY);
      continue;
    }
    if (action.outcome !== 'failed') continue;
    if (resolved.has(canonicalCommand(action.command)) || resolved.has(commandFamily(action.command)))
      continue;
    if (resolved.has(REPOSITORY) && MOVES_ON.test(action.command)) continue;
    if (action.purpose && isVerification(action.purpose)) return fallback ?? action;
    const recent = timeline.actionCount - action.index < STALE_AFTER;
    if (recent && action.purpose !== 'inspect' && action.complained) fallback ??= action;
  }
  return fallback;
}

/** The call at the end of the session whose result is not on record: it may have run. */
export function unfinishedCall(timeline: Timeline): Action | undefined {
  const last = timeline.actions.findLast((action) => !action.byHuman);
  if (!last || last.outcome !== undefined || last.kind === 'ask' || last.kind === 'plan') return undefined;
  const request = timeline.requests.at(-1);
  // A later request of the human went on without it.
  return request && request.position >= last.index && timeline.last !== 'request' ? undefined : last;
}
