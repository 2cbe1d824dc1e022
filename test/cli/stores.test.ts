import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { JsonDocuments } from '../../src/stores/json/json-documents.ts';
import { head, user } from '../../src/stores/testing/session-store-contract.ts';
import { runCli } from './run-cli.ts';

let base: string;
let home: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'praisonai-stores-'));
  home = join(base, 'home');
  cpSync(resolve(import.meta.dirname, '../../examples/home'), home, { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const session = (...words: string[]) => runCli(['session', ...words], { home });

it('only push makes a store', () => {
  const missing = join(base, 'slip.db');
  for (const words of [
    ['list'],
    ['show', 'x'],
    ['handoff'],
    ['search', 'x'],
    ['pull'],
    ['delete', 'x', '-y'],
  ]) {
    const { code, stderr } = session(...words, '--store', `sqlite:${missing}`);
    expect([code, stderr]).toEqual([
      1,
      `There is no store sqlite:${missing}.\n'praisonai session push --store ADDRESS' makes one.\n`,
    ]);
    expect(existsSync(missing)).toBe(false);
  }
  expect(session('push', '--all', '--store', `sqlite:${missing}`).code).toBe(0);
  expect(existsSync(missing)).toBe(true);
});

it('no id of a store reaches the terminal as it is', async () => {
  const store = new JsonDocuments(join(base, 'team'));
  const key = { source: 'codex', id: 'evil\u009b31m\u202eid' };
  await store.write(key, { head: head({ ending: '\u001b[2J' as never }), messages: [user('hello')] }, null);
  const address = `file:${join(base, 'team')}`;
  for (const words of [
    ['list', '--all'],
    ['show', 'evil'],
    ['search', '--all', 'hello'],
    ['pull', 'evil'],
    ['delete', 'evil'],
  ]) {
    const { stdout, stderr } = session(...words, '--store', address);
    expect(stdout + stderr).toContain('evil');
    expect(stdout + stderr).not.toMatch(/[\u001b\u0080-\u009f\u202e]/);
  }
});

it('doctor tells about the configured store, without its password', () => {
  const doctor = (store: string) =>
    runCli(['doctor'], { home, variables: { PRAISONAI_STORE: store } }).stdout;
  const address = `file:${join(base, 'team')}`;
  expect(doctor(address)).toContain(`There is no store ${address}.`);
  expect(existsSync(join(base, 'team'))).toBe(false);
  session('push', '--all', '--store', address);
  expect(doctor(address)).toMatch(/^Store: +file:\S+ \(1 session\)$/m);
  const down = doctor('postgres://me:hunter22x@127.0.0.1:1/db');
  expect(down).toContain('Cannot reach the store');
  expect(down).not.toContain('hunter22x');
});

it('push tells what it left out, and ids as the store knows them', async () => {
  const sessions = join(home, '.praisonai', 'sessions');
  const store = new JsonDocuments(sessions);
  await store.write({ source: 'praisonai', id: 'a/b' }, { head: head({}, 'global') }, null);
  writeFileSync(join(sessions, 'broken.json'), '{');
  const { stdout, stderr } = session('push', '--all', '--store', `file:${join(base, 'team')}`);
  expect(stdout).toContain('praisonai:a/b  0 messages\n');
  expect(stderr).toContain('1 unreadable file left out');
});
