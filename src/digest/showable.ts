import { mapTexts } from '../text/map-texts.ts';
import { canonicalCommand, isVerification } from './commands.ts';
import type { Digest } from './digest.ts';

/** A prompt shows nothing of older calls but the commands that verify. */
const SHOWN_CALLS = 600;
const SHOWN_DECISIONS = 12;

/** What a prompt can show of a digest: small, so that every text of it can be looked at before one is shown. */
export function showablePart(digest: Digest): Digest {
  const { timeline } = digest;
  const newest = new Map<string, number>();
  for (const action of timeline.actions) {
    if (action.purpose && isVerification(action.purpose))
      newest.set(canonicalCommand(action.command), action.index);
  }
  const kept = new Set([...newest.values()].slice(-20));
  const actions = timeline.actions.filter(
    (action) => action.index > timeline.actionCount - SHOWN_CALLS || kept.has(action.index),
  );
  return {
    ...digest,
    timeline: {
      ...timeline,
      actions,
      requests: [],
      constraints: [],
      statements: timeline.statements.slice(-1),
      decisions: timeline.decisions.slice(-SHOWN_DECISIONS),
      planDocument: undefined,
    },
  };
}

/** Fields that hold words of our own. */
const LITERAL_KEYS: ReadonlySet<string> = new Set([
  'kind',
  'via',
  'outcome',
  'purpose',
  'change',
  'status',
  'ending',
  'last',
  'limit.limit',
  'reasons',
]);

/** The digest with every text of the session replaced by `clean(text)`. */
export function cleanedDigest(digest: Digest, clean: (text: string) => string): Digest {
  return mapTexts(digest, clean, LITERAL_KEYS);
}
