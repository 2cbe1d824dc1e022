import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { SessionEntry } from '../model/session.ts';
import { clineCli } from './cline-cli/index.ts';
import { continueCli } from './continue-cli/index.ts';
import { copilotCli } from './copilot-cli/index.ts';
import { droid } from './droid/index.ts';
import { kimiCode } from './kimi-code/index.ts';
import { pi } from './pi/index.ts';
import type { SessionSource } from './source.ts';

/** Whatever values a store holds, reading and describing it does not throw, and events keep to the model. */
const FIXTURES = resolve(import.meta.dirname, '../../test/fixtures/sources');
const home = mkdtempSync(join(tmpdir(), 'praisonai-hostile-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const junk = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(null, -1, 1e308, '', '__proto__', '\0', '\ud800', [], {}, [null], [[]], true),
  fc.constant(JSON.parse('{"__proto__": {"type": "text"}, "constructor": 1}')),
);

for (const source of [pi, copilotCli, kimiCode, droid, clineCli, continueCli]) {
  const reader = await source.reader();
  it(`reads ${source.name} with any value in any place`, () => {
    const entries = fixtureEntries(source);
    const contents = entries.map((entry) => readFileSync(entry.location, 'utf8'));
    fc.assert(
      fc.property(fc.nat(), fc.nat(), junk, (which, place, value) => {
        const index = which % entries.length;
        const entry = entries[index] as SessionEntry;
        const content = contents[index] as string;
        writeFileSync(entry.location, spoil(entry.location, content, place, value));
        const report = reader.read(entry, (event) => {
          expect(typeof event.kind).toBe('string');
          if (event.kind === 'request') expect(event.text.trim()).not.toBe('');
          if (event.kind === 'tool-result') expect(event.callId).toEqual(expect.any(String));
        });
        expect(report.records).toBeGreaterThanOrEqual(0);
        reader.describe(entry);
        writeFileSync(entry.location, content);
      }),
      { numRuns: 60 },
    );
  });
}

/** Puts a value in the place of one of all values of the file, counted through its records. */
function spoil(location: string, content: string, place: number, value: unknown): string {
  if (!location.endsWith('.jsonl')) {
    try {
      return JSON.stringify(replaced(JSON.parse(content), place, value));
    } catch (error) {
      if (error instanceof SyntaxError) return content;
      throw error;
    }
  }
  const lines = content.trimEnd().split('\n');
  const number = place % lines.length;
  try {
    lines[number] = JSON.stringify(replaced(JSON.parse(lines[number] ?? ''), Math.floor(place / 7), value));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return `${lines.join('\n')}\n`;
}

function replaced(root: unknown, place: number, value: unknown): unknown {
  const holders: [Record<string, unknown>, string][] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      holders.push([node as Record<string, unknown>, key]);
      visit(child);
    }
  };
  visit(root);
  const holder = holders[place % Math.max(1, holders.length)];
  if (!holder) return value;
  holder[0][holder[1]] = value;
  return root;
}

function fixtureEntries(source: SessionSource): SessionEntry[] {
  return readdirSync(join(FIXTURES, source.name)).flatMap((name) => {
    const folder = join(FIXTURES, source.name, name);
    const { variables = {} } = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8'));
    const copy = join(home, source.name, name);
    cpSync(join(folder, 'home'), copy, { recursive: true });
    const moved = Object.entries<string>(variables).map(([key, path]) => [
      key,
      path.replaceAll('{home}', copy),
    ]);
    return [
      ...source.list({
        home: copy,
        variables: Object.fromEntries(moved),
        platform: 'linux',
        directory: copy,
      }),
    ];
  });
}
