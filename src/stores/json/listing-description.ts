import type { SessionDescription } from '../../model/session.ts';
import { compact } from '../../sources/event-writer.ts';
import { storedId } from '../session-origin.ts';
import type { ListedSession } from './list-sessions.ts';

/** What a session file tells in a listing; of a session that came from elsewhere, also what its own store told. */
export function listingDescription(listed: ListedSession, projectId?: string): SessionDescription {
  const { id, title, firstRequest, origin, messageCount, createdAt, updatedAt, updatedAtText } = listed;
  const { parentId, agentName, model, totalTokens, cost } = listed;
  const told = origin?.listing ?? {};
  const here: SessionDescription = {
    ...compact({ id, projectId, messageCount, title: title ?? told.title ?? firstRequest, createdAt }),
    ...(updatedAt === undefined ? {} : { updatedAt: updatedAt + microseconds(updatedAtText) }),
    ...compact({ updatedAtText, parentId, agentName, model, totalTokens, cost }),
  };
  if (origin === undefined) return here;
  // A fork or an import of it is a session of its own.
  if (storedId(origin) !== id) return { ...told, ...here };
  return { ...told, ...here, origin: { source: origin.source, id: origin.id } };
}

/** Python's times have microseconds: they order sessions that were saved in the same millisecond. */
function microseconds(time: string | undefined): number {
  const digits = /\.\d{3}(\d{3})/.exec(time ?? '')?.[1];
  return digits === undefined ? 0 : Number(digits) / 1000;
}
