import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { changeSession } from '../../src/stores/json/document.ts';
import { newSession } from '../../src/stores/json/edit-session.ts';
import { SessionPlaces } from '../../src/stores/json/session-places.ts';
import { sessionText } from '../../src/stores/json/session-text.ts';
import { openSessionStore } from '../../src/stores/open-session-store.ts';
import { storedId } from '../../src/stores/session-origin.ts';
import { diskRoom } from './disk-room.ts';
import { type MadeSession, madeSession } from './made-session.ts';
import type { BenchSubject } from './subject.ts';

/** A directory of its own. */
export async function jsonFilesSubject(): Promise<BenchSubject> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-json-'));
  return {
    name: 'JSON files',
    open: () => openSessionStore({ kind: 'file', directory }),
    writers: { processes: 8, address: `file:${directory}` },
    async fill(counts) {
      const write = fileWriter(directory);
      for (let n = 1; n <= counts.sessions; n++) write(madeSession(n, counts));
    },
    remarks: async () => [await diskRoom(directory)],
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Writes what the store would write, but without locks and flushes; the file is as old as its session. */
export function fileWriter(directory: string): (made: MadeSession) => string {
  const places = new SessionPlaces(directory);
  const made = new Set<string>();
  return ({ key, head, messages }) => {
    const at = head.description.updatedAt ?? 0;
    const id = storedId(key);
    const session = newSession(id, at);
    changeSession(session, key, { head, messages }, at);
    const path = places.path(head.project, id);
    if (!made.has(dirname(path))) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    made.add(dirname(path));
    writeFileSync(path, sessionText(session), { mode: 0o600 });
    utimesSync(path, at / 1000, at / 1000);
    return path;
  };
}
