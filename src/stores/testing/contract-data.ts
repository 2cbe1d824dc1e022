import type { MessageRecord } from '../../model/session-record.ts';
import { mapTexts } from '../../text/map-texts.ts';
import type { SessionHead, SessionKey, SessionStore } from '../session-store.ts';

export const START = Date.UTC(2026, 10, 30, 7);

export const user = (content: string): MessageRecord => ({ role: 'user', content, metadata: {} });

export function head(changes: Partial<SessionHead['description']> = {}, project = 'p0000001'): SessionHead {
  const updatedAt = changes.updatedAt ?? START;
  return {
    project,
    description: { updatedAt, ...changes },
    document: {
      session_id: 'any',
      created_at: '2026-11-30T07:00:00.000000+00:00',
      updated_at: new Date(updatedAt).toISOString().replace('Z', '000+00:00'),
      agent_name: null,
      metadata: { goal_state: { goal: 'Ship it' }, weight: 0.5 },
    },
  };
}

export async function messagesOf(
  store: SessionStore,
  key: SessionKey,
  from?: number,
): Promise<MessageRecord[]> {
  const all: MessageRecord[] = [];
  for await (const batch of store.messages(key, from)) all.push(...batch);
  return all;
}

export const contents = async (store: SessionStore, key: SessionKey): Promise<string[]> =>
  (await messagesOf(store, key)).map(({ content }) => content);

/** Half a surrogate pair cannot be kept where a text is UTF-8. */
export const wellFormed = (messages: MessageRecord[]): MessageRecord[] =>
  mapTexts(messages, (text) => text.replace(/\p{Surrogate}/gu, '\ufffd'));
