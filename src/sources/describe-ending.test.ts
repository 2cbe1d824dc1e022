import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionEnding } from '../model/session.ts';
import type { SessionEvent } from '../model/session-event.ts';
import { clineCli } from './cline-cli/index.ts';
import { continueCli } from './continue-cli/index.ts';
import { copilotCli } from './copilot-cli/index.ts';
import { droid } from './droid/index.ts';
import { kimiCode } from './kimi-code/index.ts';
import { pi } from './pi/index.ts';
import type { Environment } from './source.ts';

/** What these readers say of a session from its two ends must be what all of its events say. */
const FIXTURES = resolve(import.meta.dirname, '../../test/fixtures/sources');

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-ending-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

for (const source of [pi, copilotCli, kimiCode, droid, clineCli, continueCli]) {
  const reader = await source.reader();
  describe(source.name, () => {
    for (const name of readdirSync(join(FIXTURES, source.name)).sort()) {
      it(`ends ${name} as a full read does, cut anywhere`, () => {
        const folder = join(FIXTURES, source.name, name);
        const { id, variables = {} } = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8'));
        cpSync(join(folder, 'home'), home, { recursive: true });
        const replaced = Object.entries<string>(variables).map(([key, value]) => [
          key,
          value.replaceAll('{home}', home),
        ]);
        const environment: Environment = {
          home,
          variables: Object.fromEntries(replaced),
          platform: 'linux',
          directory: home,
        };
        const entry = [...source.list(environment)].find((candidate) => candidate.id === id);
        if (!entry) throw new Error(`${id} is not listed`);
        const whole = readFileSync(entry.location, 'utf8');
        // A file of lines was each of its beginnings once; a document is rewritten as a whole.
        const lines = entry.location.endsWith('.jsonl') ? whole.trimEnd().split('\n') : [whole];
        for (let count = lines.length; count > 0; count -= 1) {
          writeFileSync(entry.location, lines.slice(0, count).join('\n'));
          const events: SessionEvent[] = [];
          reader.read(entry, (event) => events.push(event));
          const where = `after line ${count}: ${lines[count - 1]?.slice(0, 200)}`;
          expect(reader.describe(entry).ending, where).toBe(endingOf(events));
        }
      });
    }
  });
}

function endingOf(events: readonly SessionEvent[]): SessionEnding {
  let ending: SessionEnding = 'unknown';
  const human = new Set<string>();
  const asked = new Set<string>();
  for (const event of events) {
    if (event.kind === 'turn-end' || event.kind === 'rollback') ending = 'finished';
    else if (event.kind === 'interruption') ending = 'interrupted';
    else if (event.kind === 'limit') ending = event.limit === 'error' ? 'error' : `${event.limit}-limit`;
    else if (event.kind === 'request' || event.kind === 'assistant-text') ending = 'interrupted';
    else if (event.kind === 'tool-call' && event.by === 'human') human.add(event.callId);
    else if (event.kind === 'tool-call') {
      if (event.action.type === 'ask') asked.add(event.callId);
      ending = asked.size > 0 ? 'waiting' : 'interrupted';
    } else if (event.kind === 'tool-result' && !human.has(event.callId)) {
      asked.delete(event.callId);
      ending = asked.size > 0 ? 'waiting' : 'interrupted';
    }
  }
  return ending;
}
