import { expect, test } from 'vitest';
import type { SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import { temporaryStore, user } from '../../stores/testing/temporary-store.ts';
import { praisonaiReader } from './session-reader.ts';

const store = temporaryStore();

test('one entry read again after the session went on tells what is new', async () => {
  const sessions = store.open();
  await sessions.append('s', [user('first')]);
  const entry: SessionEntry = {
    source: 'praisonai',
    id: 's',
    location: store.file('s'),
    modifiedAt: 0,
    sizeBytes: 0,
  };
  const requests = () => {
    const found: SessionEvent[] = [];
    praisonaiReader.read(entry, (event) => found.push(event));
    return found.flatMap((event) => (event.kind === 'request' ? [event.text] : []));
  };
  expect(requests()).toEqual(['first']);
  await sessions.append('s', [user('second')]);
  expect(requests()).toEqual(['first', 'second']);
});
