import { expect, it } from 'vitest';
import type { SessionEntry } from '../model/session.ts';
import { resolveSession } from './resolve.ts';

const entry = (source: string, id: string, more: Partial<SessionEntry> = {}): SessionEntry => ({
  source,
  id,
  location: `/${source}/${id}`,
  modifiedAt: 1,
  sizeBytes: 1,
  ...more,
});
const entries = [
  entry('codex', '0199-aaaa'),
  entry('codex', '0199-bbbb'),
  entry('pi', '0199-aaaa'),
  entry('gemini-cli', '7023c83b', { partialId: true }),
  entry('praisonai', 'chat_2026_plan'),
  entry('praisonai', 'alpha-12'),
];
const location = async (query: string) => (await resolveSession(query, entries)).location;

it('takes a whole id, source:id, and a prefix that only one session has', async () => {
  expect(await location('0199-bbbb')).toBe('/codex/0199-bbbb');
  expect(await location('pi:0199-aaaa')).toBe('/pi/0199-aaaa');
  expect(await location('0199-b')).toBe('/codex/0199-bbbb');
  expect(await location('pi:01')).toBe('/pi/0199-aaaa');
});

it('takes the path of the file, which the error about one id in two places asks for', async () => {
  const twice = [entry('codex', 'x'), entry('codex', 'x', { location: '/elsewhere' })];
  expect(await resolveSession('/elsewhere', twice)).toBe(twice[1]);
  await expect(resolveSession('/else', twice)).rejects.toThrow('Session not found: /else');
});

it('takes the whole id where the store’s file names hold its beginning', async () => {
  expect(await location('7023c83b-6f0e-4a53-9a8f-0b6f3f3b2a11')).toBe('/gemini-cli/7023c83b');
  await expect(location('alpha-12345')).rejects.toThrow('Session not found: alpha-12345');
});

it('takes a PraisonAI id that its file name cannot hold', async () => {
  expect(await location('chat/2026:plan')).toBe('/praisonai/chat_2026_plan');
});

it('refuses what is ambiguous, with the candidates, and never merges one id of two places', async () => {
  await expect(location('0199')).rejects.toThrow("Several sessions match '0199'");
  await expect(location('0199-aaaa')).rejects.toThrow("Several sessions match '0199-aaaa'");
  try {
    await resolveSession('x', [entry('codex', 'x'), entry('codex', 'x', { location: '/elsewhere' })]);
    expect.unreachable();
  } catch (error) {
    expect((error as { hints: string[] }).hints.join('\n')).toContain('(/elsewhere)');
  }
});

it('leaves sub-agents out of what a prefix may mean', async () => {
  const subAgent = async (candidate: SessionEntry) => candidate.id === '0199-bbbb';
  expect((await resolveSession('codex:0199', entries, subAgent)).id).toBe('0199-aaaa');
  expect((await resolveSession('0199-bbbb', entries, subAgent)).id).toBe('0199-bbbb');
});

it.each(['', ' ', '\t'])('refuses an empty id: %j', async (query) => {
  await expect(location(query)).rejects.toThrow('The session id is empty.');
});

it('finds a session that was pulled by the name that it has in the store', async () => {
  const pulled = entry('praisonai', 'codex_0199a1f2-aa');
  for (const name of ['codex:0199a1', '0199a1', 'codex:0199a1f2-aa'])
    expect(await resolveSession(name, [pulled])).toBe(pulled);
  await expect(resolveSession('99a1', [pulled])).rejects.toMatchObject({ code: 'session-not-found' });
});
