import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDatabases } from '../../test/build-databases.ts';
import { HANDOFF_MAX_CHARS, NEXT } from '../handoff/build-handoff-prompt.ts';
import type { ReadReport, SessionEntry } from '../model/session.ts';
import type { SessionEvent } from '../model/session-event.ts';
import { handOffSession } from '../sessions/hand-off.ts';
import { sources } from './registry.ts';
import type { Environment, SessionReader, SessionSource } from './source.ts';

/**
 * What every source must do, on every fixture.
 *
 * A fixture is `test/fixtures/sources/<source>/<version or case>/`: `home/` is copied to a new home directory, and each
 * `x.db.sql` in it becomes the database `x.db`;
 * `case.json` holds `{"id": session, "variables"?: {name: value with {home}}, "broken"?: n, "unknown"?: n,
 * "notRoot"?: [ids that are listed but are sub-agents]}`; `events.jsonl`, `description.json` and `prompt.txt` are what must come out
 * (`vitest -u` writes them anew: read the difference before you commit it).
 */
const FIXTURES = resolve(import.meta.dirname, '../../test/fixtures/sources');

interface FixtureCase {
  id: string;
  variables?: Record<string, string>;
  broken?: number;
  unknown?: number;
  notRoot?: string[];
}

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-source-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('gives every source a name of its own, in kebab case', () => {
  const names = sources.map((source) => source.name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
});

for (const source of sources) {
  const reader = await source.reader();
  describe(source.name, () => {
    const cases = existsSync(join(FIXTURES, source.name))
      ? readdirSync(join(FIXTURES, source.name)).sort()
      : [];
    it('has fixtures', () => expect(cases.length).toBeGreaterThan(0));
    it('lists nothing where there is no store', () => {
      expect([...source.list(environmentOf(home, {}))]).toEqual([]);
      expect(readdirSync(home)).toEqual([]);
    });
    for (const name of cases)
      describe(name, () => fixtureTests(source, reader, join(FIXTURES, source.name, name)));
  });
}

function fixtureTests(source: SessionSource, reader: SessionReader, folder: string): void {
  const fixture = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as FixtureCase;
  let environment: Environment;
  let entry: SessionEntry;
  beforeEach(() => {
    cpSync(join(folder, 'home'), home, { recursive: true });
    buildDatabases(home);
    environment = environmentOf(home, fixture.variables ?? {});
    const entries = [...source.list(environment)];
    const found = entries.find((candidate) => candidate.id === fixture.id);
    if (!found)
      throw new Error(`${fixture.id} is not among ${entries.map((candidate) => candidate.id).join(', ')}`);
    entry = found;
  });

  it('reads the expected events', async () => {
    const { events, report } = read(reader, entry);
    const lines = events.map((event) => JSON.stringify(event).replaceAll(home, '{home}'));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(folder, 'events.jsonl'));
    expect({ broken: report.broken, unknown: report.unknown }).toEqual({
      broken: fixture.broken ?? 0,
      unknown: fixture.unknown ?? 0,
    });
  });

  it('hands it off as expected', async () => {
    const { prompt } = await handOffSession(source, entry, environment);
    expect(prompt.length).toBeLessThanOrEqual(HANDOFF_MAX_CHARS);
    expect(prompt.endsWith(NEXT)).toBe(true);
    expect((await handOffSession(source, entry, environment)).prompt).toBe(prompt);
    await expect(`${prompt.replaceAll(home, '{home}')}\n`).toMatchFileSnapshot(join(folder, 'prompt.txt'));
  });

  it('describes it from its head and tail', async () => {
    const description = JSON.stringify(reader.describe(entry), null, 2).replaceAll(home, '{home}');
    await expect(`${description}\n`).toMatchFileSnapshot(join(folder, 'description.json'));
  });

  it('lists each id once per place, with its size and time', () => {
    const entries = [...source.list(environment)];
    expect(new Set(entries.map((candidate) => `${candidate.location}#${candidate.id}`)).size).toBe(
      entries.length,
    );
    for (const candidate of entries) {
      expect(candidate.source).toBe(source.name);
      expect(candidate.modifiedAt).toBeGreaterThan(0);
      expect(existsSync(candidate.location)).toBe(true);
    }
    const subAgents = entries
      .filter((candidate) => reader.describe(candidate).subAgent)
      .map((candidate) => candidate.id);
    expect(subAgents.sort()).toEqual((fixture.notRoot ?? []).sort());
  });

  it('gives the same events twice, and changes not one byte', () => {
    const before = treeHash(home);
    const first = read(reader, entry).events;
    reader.describe(entry);
    expect(read(reader, entry).events).toEqual(first);
    expect(treeHash(home)).toBe(before);
  });

  it('joins every result to a call before it', () => {
    const calls = new Set<string>();
    for (const event of read(reader, entry).events) {
      if (event.kind === 'tool-call') calls.add(event.callId);
      if (event.kind === 'tool-result') expect(calls).toContain(event.callId);
    }
  });

  it('survives a torn last line and unknown records', () => {
    if (!entry.location.endsWith('.jsonl')) return;
    const whole = read(reader, entry).events;
    const text = readFileSync(entry.location, 'utf8');
    writeFileSync(
      entry.location,
      `${text.trimEnd()}\n{"type":"type-of-the-future","payload":{"type":"x"}}\n`,
    );
    appendFileSync(entry.location, '{"type":"user","message":{"role":"us');
    const { events, report } = read(reader, entry);
    expect(events).toEqual(whole);
    expect(report.broken).toBe((fixture.broken ?? 0) + 1);
    expect(report.warnings.join(' ')).toMatch(/last line/i);
  });

  it('keeps later records behind a run of NUL bytes', () => {
    if (!entry.location.endsWith('.jsonl')) return;
    const whole = read(reader, entry).events;
    const lines = readFileSync(entry.location, 'utf8').trimEnd().split('\n');
    lines.splice(1, 0, '\0'.repeat(4096));
    writeFileSync(entry.location, `${lines.join('\n')}\n`);
    const { events, report } = read(reader, entry);
    expect(events).toEqual(whole);
    expect(report.broken).toBe((fixture.broken ?? 0) + 1);
  });
}

function environmentOf(directory: string, variables: Record<string, string>): Environment {
  const resolved = Object.fromEntries(
    Object.entries(variables).map(([key, value]) => [key, value.replaceAll('{home}', directory)]),
  );
  return { home: directory, variables: resolved, platform: 'linux', directory: join(directory, 'nowhere') };
}

function read(reader: SessionReader, entry: SessionEntry): { events: SessionEvent[]; report: ReadReport } {
  const events: SessionEvent[] = [];
  const report = reader.read(entry, (event) => events.push(event));
  return { events, report };
}

function treeHash(directory: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(directory, { recursive: true }).map(String).sort()) {
    const path = join(directory, name);
    const stat = statSync(path);
    hash.update(`${relative(directory, path)} ${stat.mtimeMs} ${stat.size}\n`);
    if (stat.isFile()) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}
