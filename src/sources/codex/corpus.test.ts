import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codex } from './index.ts';
import { codexReader } from './session-reader.ts';
import { endingOfEvents, environmentOf, readAll } from './test-rollout.ts';

/** Real sessions, where this machine has them; nothing of them is part of the project. */
const CORPUS = resolve(import.meta.dirname, '../../../../shared/corpus');
const HOMES = ['real', 'captured/codex-0.171.0'].map((name) => resolve(CORPUS, name));

describe.skipIf(!existsSync(CORPUS))('sessions of the corpus (skipped: no ../shared/corpus here)', () => {
  for (const home of HOMES)
    it(`reads every session below ${home.slice(CORPUS.length + 1)}`, () => {
      const entries = [...codex.list(environmentOf(home))];
      expect(entries.length).toBeGreaterThan(0);
      for (const entry of entries) {
        const { events, report } = readAll(entry);
        expect(report.unknown).toBe(0);
        expect(report.broken).toBeLessThanOrEqual(1);
        const calls = new Set(events.flatMap((event) => (event.kind === 'tool-call' ? [event.callId] : [])));
        const results = events.filter((event) => event.kind === 'tool-result');
        expect(results.every((event) => calls.has(event.callId))).toBe(true);
        expect(codexReader.describe(entry).ending).toBe(endingOfEvents(events));
        for (const event of events)
          if (event.kind === 'request')
            expect(event.text).not.toMatch(
              /^(?:<\w+_context>|# AGENTS\.md|# Context from my IDE|<turn_aborted>)/,
            );
      }
    });
});
