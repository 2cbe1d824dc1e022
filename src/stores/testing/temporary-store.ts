import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { JsonSessionStore, type JsonStoreOptions } from '../json/json-session-store.ts';

/** The time at which a test's clock starts. */
export const START = Date.UTC(2026, 10, 30, 7, 17, 57, 125);

/** A session directory of its own for each test, and a clock that moves by a millisecond whenever it is read. */
export function temporaryStore() {
  const here = { base: '', clock: START };
  beforeEach(() => {
    here.base = mkdtempSync(join(tmpdir(), 'store-'));
    here.clock = START;
  });
  afterEach(() => rmSync(here.base, { recursive: true, force: true }));
  const directory = () => join(here.base, 'sessions');
  const file = (name: string) => join(directory(), `${name}.json`);
  return {
    here,
    directory,
    file,
    json: (name: string) => JSON.parse(readFileSync(file(name), 'utf8')),
    open: (options: Partial<JsonStoreOptions> = {}): JsonSessionStore =>
      new JsonSessionStore({
        directory: directory(),
        now: () => here.clock++,
        platform: 'linux',
        ...options,
      }),
    place: (name: string, content: string): void => {
      mkdirSync(directory(), { recursive: true });
      writeFileSync(file(name), content);
    },
  };
}

export const user = (content: string) => ({ role: 'user', content }) as const;
