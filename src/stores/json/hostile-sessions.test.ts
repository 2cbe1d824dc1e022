import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryStore, user } from '../testing/temporary-store.ts';

const { directory, file, here, json, open, place } = temporaryStore();

describe('broken files', () => {
  test.each([
    ['cut', '{"session_id": "b", "messages": [{"role": "us'],
    ['empty', ''],
    ['zeros', '\0'.repeat(40)],
    ['a list', '[]'],
    ['no list of messages', '{"messages": {}}'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('latin1')],
  ])('%s: set aside by append, refused by edits', async (_, content) => {
    mkdirSync(directory());
    writeFileSync(file('b'), content, 'latin1');
    const store = open();
    await expect(store.rename('b', 'T')).rejects.toMatchObject({ code: 'session-unreadable' });
    await expect(store.fork('b')).rejects.toMatchObject({ code: 'session-unreadable' });
    expect(readFileSync(file('b'), 'latin1')).toBe(content);
    const { setAside } = await store.append('b', [user('again')]);
    expect(setAside).toMatch(/\/b\.json\.corrupt-\d{13}$/);
    expect(readFileSync(setAside as string, 'latin1')).toBe(content);
    expect(json('b').messages).toHaveLength(1);
  });

  test('a file that cannot be read just now is not replaced', async () => {
    mkdirSync(join(directory(), 'b.json'), { recursive: true });
    const store = open();
    await expect(store.append('b', [user('x')])).rejects.toThrow();
    expect(lstatSync(file('b')).isDirectory()).toBe(true);
  });

  test('can be deleted', async () => {
    place('b', '{');
    expect(() => open().load('b')).toThrow(/not valid JSON/);
    expect(await open().delete('b')).toBe(true);
    expect(readdirSync(directory())).toEqual([]);
  });
});

describe('ids', () => {
  test('hostile ones touch nothing outside the directory', async () => {
    const store = open();
    await store.append('../../x', [user('q')]);
    await store.append('CON', [user('q')]);
    expect(readdirSync(here.base)).toEqual(['sessions']);
    expect(json('______x').session_id).toBe('../../x');
    expect(store.load('../../x')?.id).toBe('../../x');
    const before = readdirSync(directory());
    for (const id of ['', ' ', 'a\0b', 'x'.repeat(300)]) {
      await expect(store.append(id, [user('q')])).rejects.toMatchObject({ code: 'invalid-session-id' });
      await expect(store.create({ id })).rejects.toMatchObject({ code: 'invalid-session-id' });
      await expect(store.import('{"messages": []}', id)).rejects.toMatchObject({
        code: 'invalid-session-id',
      });
      expect(store.load(id)).toBeUndefined();
    }
    await expect(open({ platform: 'win32' }).create({ id: 'nul' })).rejects.toThrow(/device on Windows/);
    expect(readdirSync(directory())).toEqual(before);
  });

  test('two ids of one file name are not mixed up', async () => {
    const store = open();
    await store.append('a/b', [user('mine')]);
    expect(store.load('a:b')).toBeUndefined();
    await expect(store.append('a:b', [user('other')])).rejects.toMatchObject({ code: 'file-name-taken' });
    await expect(store.create({ id: 'a_b' })).rejects.toMatchObject({ code: 'file-name-taken' });
    expect(await store.delete('a:b')).toBe(false);
    expect(store.load('a_b')?.id).toBe('a/b');
    expect(json('a_b').messages).toHaveLength(1);
  });

  test('an unknown one leaves nothing behind', async () => {
    const store = open();
    const unknown = { code: 'session-not-found' };
    await expect(store.rename('no', 'T')).rejects.toMatchObject(unknown);
    await expect(store.fork('no')).rejects.toMatchObject(unknown);
    await expect(store.create({ id: 'child', parentId: 'no' })).rejects.toMatchObject(unknown);
    expect(() => store.export('no')).toThrow('Session not found: no');
    expect(await store.delete('no')).toBe(false);
    expect(readdirSync(here.base)).toEqual([]);
  });
});

describe('symbolic links', () => {
  test('are not written through', async () => {
    mkdirSync(directory());
    const outside = join(here.base, 'outside.json');
    writeFileSync(outside, '{"session_id": "a", "messages": []}');
    symlinkSync(outside, file('a'));
    const store = open();
    await expect(store.append('a', [user('q')])).rejects.toMatchObject({ code: 'symbolic-link' });
    symlinkSync(join(here.base, 'planted'), `${file('c')}.lock`);
    await expect(store.append('c', [user('q')])).rejects.toMatchObject({ code: 'symbolic-link' });
    expect(readFileSync(outside, 'utf8')).toContain('"messages": []');
    expect(readdirSync(here.base).sort()).toEqual(['outside.json', 'sessions']);
  });
});
