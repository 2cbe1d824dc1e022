import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { codexReader } from './session-reader.ts';
import { endingOfEvents, entryAt, readAll, write } from './test-rollout.ts';

const FIXTURES = resolve(import.meta.dirname, '../../../test/fixtures/sources/codex');
/** Begin with what is not theirs (a copied history, another file's), or with a review that nobody typed. */
const OTHER_BEGINNINGS = new Set(['0.171-sub-agent', '0.171-fork', '0.171-revert', '0.171-review']);

const directory = mkdtempSync(join(tmpdir(), 'praisonai-codex-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const rollouts = readdirSync(FIXTURES)
  .filter((name) => !OTHER_BEGINNINGS.has(name))
  .flatMap((name) =>
    readdirSync(join(FIXTURES, name), { recursive: true })
      .map(String)
      .filter((path) => /rollout-[^/]*\.jsonl$/.test(path))
      .map((path) => [`${name}/${basename(path)}`, join(FIXTURES, name, path)] as const),
  );

it.each(rollouts)('%s: wherever the run is cut, describe and read agree on its end', (_, path) => {
  const whole = readFileSync(path, 'utf8').trimEnd().split('\n');
  const id = /([0-9a-f-]{36})\.jsonl$/.exec(path)?.[1];
  for (let count = 1; count <= whole.length; count += 1) {
    const cut = write(join(directory, 'sessions', basename(path)), `${whole.slice(0, count).join('\n')}\n`);
    const entry = entryAt(cut, id);
    expect({ count, ending: codexReader.describe(entry).ending }).toEqual({
      count,
      ending: endingOfEvents(readAll(entry).events),
    });
  }
});

it('finds the end of a long file in its last kilobytes', () => {
  const path = join(FIXTURES, '0.106-exec-sessions');
  const [file] = readdirSync(path, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.jsonl') && name.includes('rollout'));
  const text = readFileSync(join(path, file ?? ''), 'utf8')
    .trimEnd()
    .split('\n');
  const filler = `{"timestamp":"2026-03-02T10:00:00.000Z","type":"event_msg","payload":{"type":"token_count","info":"${'x'.repeat(500)}"}}\n`;
  const [first = '', ...rest] = text;
  const long = write(
    join(directory, 'sessions', 'rollout-2026-03-02T10-00-00-019c0003-1a2b-7c3d-8e4f-5a6b7c8d9e03.jsonl'),
    `${first}\n${rest.slice(0, 8).join('\n')}\n${filler.repeat(2000)}${rest.slice(8).join('\n')}\n${filler.repeat(30)}`,
  );
  const entry = entryAt(long, '019c0003-1a2b-7c3d-8e4f-5a6b7c8d9e03');
  expect(codexReader.describe(entry)).toMatchObject({
    title: 'Run the long test, then start the server',
    ending: 'usage-limit',
    directory: '/home/dev/api',
  });
});
