import type { SessionEntry } from '../model/session.ts';
import { buildRecap } from '../recap/build-recap.ts';
import type { SessionSource } from '../sources/source.ts';
import { readConversation } from './conversation.ts';

/** Where a session stands, in a few lines. */
export function recapSession(source: SessionSource, entry: SessionEntry): string {
  return buildRecap(source.history?.(entry) ?? readConversation(source, entry));
}
