import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { EndingTracker } from './ending.ts';
import { claudeCode } from './index.ts';

const reader = await claudeCode.reader();

/** Real and captured sessions that developers may have beside the repository; they are no part of it. */
const CORPUS = resolve(import.meta.dirname, '../../../../shared/corpus');
const HOMES = ['real', 'captured/claude-code-2.1.197', 'captured/claude-code-2.1.332'];

for (const home of HOMES) {
  it.skipIf(!existsSync(join(CORPUS, home)))(`reads ${home} (skipped where the corpus is absent)`, () => {
    const environment = {
      home: join(CORPUS, home),
      variables: {},
      platform: 'linux',
      directory: '/',
    } as const;
    let sessions = 0;
    for (const entry of claudeCode.list(environment)) {
      sessions += 1;
      const tracker = new EndingTracker();
      let requests = 0;
      const report = reader.read(entry, (event) => {
        tracker.see(event);
        if (event.kind === 'request') requests += 1;
      });
      expect(report, entry.id).toMatchObject({ broken: 0, unknown: 0, warnings: [] });
      expect(requests, entry.id).toBeGreaterThan(0);
      expect(reader.describe(entry).ending, entry.id).toBe(tracker.ending);
    }
    expect(sessions).toBeGreaterThan(0);
  });
}
