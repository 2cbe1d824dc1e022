import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Environment } from '../sources/source.ts';
import { checkNewSessionId, dataDirectory, projectSessionDirectories, sessionFileName } from './paths.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'paths-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const environment = (variables: Record<string, string> = {}): Environment => ({
  home,
  variables,
  platform: 'linux',
  directory: home,
});

describe('the data directory', () => {
  test('PRAISONAI_HOME before anything, with ~ and relative to the working directory', () => {
    mkdirSync(join(home, '.praisonai'));
    expect(dataDirectory(environment({ PRAISONAI_HOME: '/srv/praison' }))).toBe('/srv/praison');
    expect(dataDirectory(environment({ PRAISONAI_HOME: '~/data' }))).toBe(join(home, 'data'));
    expect(dataDirectory(environment({ PRAISONAI_HOME: 'data' }))).toBe(join(home, 'data'));
    expect(dataDirectory(environment({ PRAISONAI_HOME: '' }))).toBe(join(home, '.praisonai'));
  });

  test('an existing home before XDG, the newer before the older', () => {
    const xdg = { XDG_DATA_HOME: '/srv/xdg' };
    expect(dataDirectory(environment())).toBe(join(home, '.praisonai'));
    expect(dataDirectory(environment(xdg))).toBe('/srv/xdg/praisonai');
    expect(dataDirectory(environment({ XDG_DATA_HOME: 'relative' }))).toBe(join(home, '.praisonai'));
    mkdirSync(join(home, '.praison'));
    expect(dataDirectory(environment(xdg))).toBe(join(home, '.praison'));
    mkdirSync(join(home, '.praisonai'));
    expect(dataDirectory(environment(xdg))).toBe(join(home, '.praisonai'));
  });

  test('looking creates nothing', () => {
    dataDirectory(environment());
    projectSessionDirectories(environment(), { id: '0a0b0c0d', formerIds: [] });
    expect(readdirSync(home)).toEqual([]);
  });

  test('a project has its own directory, and former ones to read', () => {
    const sessions = join(home, '.praisonai', 'sessions', 'projects');
    expect(
      projectSessionDirectories(environment(), { id: '0a0b0c0d', formerIds: ['11112222', '0a0b0c0d'] }),
    ).toEqual({ current: join(sessions, '0a0b0c0d'), former: [join(sessions, '11112222')] });
  });
});

describe('file names', () => {
  test.each([
    ['chat/2026:plan', 'chat_2026_plan'],
    ['../../x', '______x'],
    ['..', '__'],
    ['a\0b', 'a_b'],
    ['日本-ñ_²Ⅷ', '日本-ñ_²Ⅷ'],
    ['👩‍👩‍👧', '_____'],
    ['e\u0301', 'e_'],
    ['\ud83d', '_'],
    ['C:\\x', 'C__x'],
  ])('%j', (id, expected) => {
    expect(sessionFileName(id)).toBe(expected);
  });

  test.each(['', '  ', 'a\0b', 'a\nb', 'x'.repeat(300), '界'.repeat(70)])('refused: %j', (id) => {
    expect(() => checkNewSessionId(id, 'linux')).toThrow(/^The session id /);
  });

  test('devices are refused on Windows only', () => {
    for (const id of ['CON', 'nul', 'COM1', 'Lpt9']) {
      expect(() => checkNewSessionId(id, 'win32')).toThrow(/device on Windows/);
      expect(() => checkNewSessionId(id, 'linux')).not.toThrow();
    }
    expect(() => checkNewSessionId('CONFIG', 'win32')).not.toThrow();
  });

  test('ordinary ids pass', () => {
    for (const id of ['billing-fix', '../../x', 'chat/2026:plan', 'x'.repeat(200), '日本'])
      expect(() => checkNewSessionId(id, 'win32')).not.toThrow();
  });
});
