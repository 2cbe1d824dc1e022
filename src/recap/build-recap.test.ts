import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRecap } from './build-recap.ts';

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });

describe('buildRecap', () => {
  it.each([[[]], [undefined], [{ messages: [] }], [null], ['x']])(
    'says so when there is nothing: %#',
    (history) => {
      expect(buildRecap(history)).toBe('Nothing to recap yet — this session has no messages.');
    },
  );
  it('shows the newest messages of a short session, without the empty ones', () => {
    expect(
      buildRecap([user('Fix\nit'), assistant(''), { role: 'tool', content: 'ok' }, assistant('Done.')]),
    ).toBe('📌 Recap — where we were:\nRecent:\n• user: Fix it\n• tool: ok\n• assistant: Done.');
  });
  it('prefers a compaction checkpoint, then a tagged or summary message', () => {
    const messages = [
      user('a'),
      { role: 'system', content: '[Session Summary]\nfrom the message' },
      user('b'),
    ];
    expect(buildRecap({ messages, last_compaction: { summary: 'from the checkpoint' } })).toContain(
      'where we were:\nfrom the checkpoint\nRecent:',
    );
    expect(buildRecap({ messages, last_compaction: null })).toContain(
      '[Session Summary]\nfrom the message\nRecent:',
    );
    expect(buildRecap([{ role: 'assistant', content: 'tagged', _compacted: true }, user('b')])).toContain(
      'where we were:\ntagged\nRecent:',
    );
  });
  it('takes no mere count of messages for a summary', () => {
    const counts =
      "[Session Summary]\nPrevious conversation: 1 messages\nMessage breakdown: {'user': 1}\n---";
    const messages = [
      { role: 'system', content: counts },
      ...Array.from({ length: 20 }, (_, n) => user(`step ${n}`)),
    ];
    const recap = buildRecap({ messages, archived_messages: [user('the first request')] });
    expect(recap).not.toContain('Message breakdown');
    expect(recap).toContain(
      'Earlier (17 messages):\n• user: the first request\n• … 10 more\n• user: step 10',
    );
    expect(recap).toMatch(/• user: step 15\nRecent:\n• user: step 16/);
  });
  it('cuts a message at 160 characters and the summary to the cap, never the tail', () => {
    const recap = buildRecap({
      messages: [user('x'.repeat(200))],
      last_compaction: { summary: 'long '.repeat(2000) },
    });
    expect(recap.length).toBeLessThanOrEqual(3500);
    expect(recap.endsWith(`• user: ${'x'.repeat(160)}…`)).toBe(true);
    expect(recap).toContain('long…\nRecent:');
  });
  it('is total, capped, and leaves its input as it was', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.array(fc.anything()),
        fc.integer({ min: 1, max: 500 }),
        (history, messages, maxChars) => {
          expect(typeof buildRecap(history)).toBe('string');
          const before = fc.stringify(messages);
          expect(buildRecap({ messages }, { maxChars }).length).toBeLessThanOrEqual(Math.max(maxChars, 60));
          expect(fc.stringify(messages)).toBe(before);
        },
      ),
    );
  });
});

const corpus = resolve(import.meta.dirname, '../../../shared/corpus/praisonai');
describe.skipIf(!existsSync(corpus))('the Python implementation’s recaps (needs the shared corpus)', () => {
  const project = join(corpus, 'home/.praisonai/sessions/projects/9f95b305');
  const pythonRecap = (id: string) =>
    readFileSync(join(corpus, 'upstream-output', `${id}.recap.txt`), 'utf8');
  const session = (id: string) => JSON.parse(readFileSync(join(project, `${id}.json`), 'utf8')) as unknown;
  const short = existsSync(project)
    ? readdirSync(project)
        .map((name) => name.replace('.json', ''))
        .filter((id) => !['broken', 'billing-fix', 'long-migration'].includes(id))
    : [];
  it.each(short)('prints the same for %s', (id) => expect(buildRecap(session(id))).toBe(pythonRecap(id)));
  it('keeps the checkpoint that Python drops', () => {
    expect(buildRecap(session('billing-fix'))).toContain('decided to round only at export.\nRecent:');
  });
});
