import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { casePlans } from './cases.ts';
import { prepareStore, storeMakers } from './prepare.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'praisonai-prepare-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('takes a store that is there, made with the same sizes', () => {
  const first = prepareStore(root, 'claude', { shrink: 500 });
  const made = statSync(first.sessions[0]!.path);
  const again = prepareStore(root, 'claude', { shrink: 500 });
  expect(again).toEqual(first);
  expect(statSync(again.sessions[0]!.path).ctimeMs).toBe(made.ctimeMs);
});

it('refuses a folder that is something else', () => {
  prepareStore(root, 'claude', { shrink: 500 });
  expect(() => prepareStore(root, 'claude', { shrink: 400 })).toThrow(/exists and is not the store/);
  mkdirSync(join(root, 'fleet'));
  writeFileSync(join(root, 'fleet', 'thesis.txt'), 'years of work');
  expect(() => prepareStore(root, 'fleet', { shrink: 500 })).toThrow(/exists and is not the store/);
});

it('plans every store, names each case once, and hands off the session that was made', () => {
  expect(new Set(casePlans.map((plan) => plan.store))).toEqual(new Set(Object.keys(storeMakers)));
  expect(new Set(casePlans.map((plan) => plan.title)).size).toBe(casePlans.length);
  const plan = casePlans.find((one) => one.store === 'claude')!;
  const store = prepareStore(root, 'claude', { shrink: 500 });
  const { command, floors } = plan.make(store, { cli: '/cli.js', floorLines: '/floor.js' });
  expect(command.arguments_).toEqual(['/cli.js', 'session', 'handoff', store.sessions[0]!.id]);
  expect(floors.map((floor) => floor.arguments_)).toEqual([
    ['/floor.js', 'bytes', store.sessions[0]!.path],
    ['/floor.js', 'text', store.sessions[0]!.path],
  ]);
  expect(plan.measure!(store)).toMatch(/^1\d\d kB$/);
});
