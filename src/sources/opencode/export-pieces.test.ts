import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { exportPieces } from './export-pieces.ts';

const directory = mkdtempSync(join(tmpdir(), 'praisonai-pieces-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function pieces(content: string, limit?: number): { key: string; value: unknown }[] {
  const path = join(directory, 'export.json');
  writeFileSync(path, content);
  const found: { key: string; value: unknown }[] = [];
  for (const { key, bytes } of exportPieces(path, limit)) {
    found.push({ key, value: bytes && JSON.parse(bytes.toString('utf8')) });
  }
  return found;
}

it('gives every message as JSON.parse would, pretty-printed or not', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 6 }),
      fc.constantFrom(undefined, 2, '\t'),
      (info, messages, indent) => {
        const found = pieces(JSON.stringify({ info, messages }, null, indent));
        expect(found).toEqual(
          JSON.parse(
            JSON.stringify([
              { key: 'info', value: info },
              ...messages.map((value) => ({ key: 'messages', value })),
            ]),
          ),
        );
      },
    ),
    { numRuns: 200 },
  );
});

it('finds its way through texts that are longer than a read, with quotes and backslashes at its edges', () => {
  const chunk = 256 * 1024;
  for (let shift = -6; shift <= 6; shift += 1) {
    const text = `${'x'.repeat(chunk - 30 + shift)}\\"}]{[\\\\"${'y'.repeat(chunk)}\\`;
    const messages = [{ text }, { text: '"' }, { n: 3 }];
    expect(pieces(JSON.stringify({ info: { id: 'a' }, messages })).slice(1)).toEqual(
      messages.map((value) => ({ key: 'messages', value })),
    );
  }
});

it('gives the whole messages of a torn document', () => {
  const whole = JSON.stringify({ info: { id: 'a' }, messages: [{ n: 1 }, { n: 2, text: 'tail' }] });
  for (const length of [whole.length - 2, whole.length - 4, whole.length - 9]) {
    const found = pieces(whole.slice(0, length));
    expect(found.map(({ key }) => key)).toEqual(
      length > whole.length - 4 ? ['info', 'messages', 'messages', 'torn'] : ['info', 'messages', 'torn'],
    );
  }
});

it('skips a message that is too long, and goes on behind it', () => {
  for (const megabytes of [33, 100]) {
    const long = 'z'.repeat(megabytes * 1024 * 1024);
    const found = pieces(`{"info":{"id":"a"},"messages":[{"n":1},{"text":"${long}"},{"n":3}]}`);
    expect(found.map(({ value }) => (value ? Object.keys(value) : true))).toEqual([
      ['id'],
      ['n'],
      true,
      ['n'],
    ]);
  }
});

it('survives what is no export', () => {
  for (const content of [
    '',
    'text',
    '[1,2,{"a":1}]',
    '{"a":1}',
    '"',
    '{"info":',
    '}}}]]',
    '{"info":{"id":"x"}}',
  ]) {
    expect(() => pieces(content)).not.toThrow();
  }
  expect(pieces(`${' '.repeat(5000)}{"info":{"id":"a"}}`, 1000)).toEqual([]);
});
