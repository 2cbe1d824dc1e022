import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyMethods, copyToClipboard, osc52 } from './clipboard.ts';

const TEXT = 'Grüße an Zoë ✂ 📋\nsecond line';

let bin: string;
beforeEach(() => {
  bin = join(mkdtempSync(join(tmpdir(), 'praisonai-clip-')), 'bin');
  mkdirSync(bin);
});
afterEach(() => rmSync(join(bin, '..'), { recursive: true, force: true }));

/** A clipboard program that keeps what it got, with its arguments, and ends with an exit code. */
function program(name: string, code = 0): { input(): Buffer; words(): string; ran(): boolean } {
  const path = join(bin, name);
  const kept = `${path}.kept`;
  writeFileSync(path, `#!/bin/sh\necho "$@" > '${path}.words'\n/bin/cat > '${kept}'\nexit ${code}\n`);
  chmodSync(path, 0o755);
  return {
    input: () => readFileSync(kept),
    words: () => readFileSync(`${path}.words`, 'utf8').trim(),
    ran: () => existsSync(kept),
  };
}

/** A terminal that keeps what is written to it. */
function terminal(isTTY = true): NodeJS.WriteStream & { written: string } {
  const stream = { isTTY, written: '', write: (text: string) => (stream.written += text) };
  return stream as unknown as NodeJS.WriteStream & { written: string };
}

const environment = (variables: Record<string, string> = {}, platform: NodeJS.Platform = 'linux') => ({
  platform,
  variables: { PATH: bin, TERM: 'xterm', ...variables },
});
const copy = (
  variables: Record<string, string> = {},
  platform: NodeJS.Platform = 'linux',
  stream = terminal(false),
) => copyToClipboard(TEXT, environment(variables, platform), [stream]);

/** What a terminal makes of the sequences it is sent. */
function clipboardOf(written: string): string | undefined {
  const match = /^\u001b\]52;c;([A-Za-z0-9+/=]*)\u0007$/.exec(written);
  return match ? Buffer.from(match[1] ?? '', 'base64').toString('utf8') : undefined;
}

describe('a clipboard program', () => {
  it.each([
    ['pbcopy', 'darwin', {}, ''],
    ['wl-copy', 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, ''],
    ['xclip', 'linux', { DISPLAY: ':0' }, '-selection clipboard -in'],
    ['xsel', 'linux', { DISPLAY: ':0' }, '--clipboard --input'],
  ] as const)('gets the text: %s on %s', async (name, platform, variables, words) => {
    const made = program(name);
    expect(await copy(variables, platform)).toEqual({
      copied: true,
      message: `Copied to the clipboard with ${name}.`,
    });
    expect(made.input().toString('utf8')).toBe(TEXT);
    expect(made.words()).toBe(words);
  });

  it.each([{ WSL_DISTRO_NAME: 'Debian' }, { WSL_INTEROP: '/run/WSL/1_interop' }])(
    'gets UTF-16 when it is Windows’, from WSL: %j',
    async (variables) => {
      const clip = program('clip.exe');
      const wayland = program('wl-copy');
      expect((await copy({ ...variables, WAYLAND_DISPLAY: 'w' })).message).toBe(
        'Copied to the clipboard with clip.exe.',
      );
      expect(clip.input().toString('utf16le')).toBe(`\uFEFF${TEXT}`);
      expect(wayland.ran()).toBe(false);
    },
  );

  it('is not asked where it could not work', async () => {
    const made = ['pbcopy', 'clip.exe', 'wl-copy', 'xclip', 'xsel'].map((name) => program(name));
    expect((await copy()).copied).toBe(false);
    expect(made.map((each) => each.ran())).toEqual([false, false, false, false, false]);
  });

  it('that fails makes room for the next', async () => {
    program('wl-copy', 1);
    program('xclip', 1);
    const xsel = program('xsel');
    const variables = { WAYLAND_DISPLAY: 'w', DISPLAY: ':0' };
    expect((await copy(variables)).message).toBe('Copied to the clipboard with xsel.');
    expect(xsel.input().toString()).toBe(TEXT);
    program('xsel', 2);
    expect(await copy(variables)).toEqual({
      copied: false,
      message: 'Not copied: wl-copy, xclip, xsel did not take it. Copy the text above.',
    });
  });
});

describe('the terminal', () => {
  it('gets OSC 52 where there is no program, and nobody claims that it worked', async () => {
    const stream = terminal();
    const result = await copy({}, 'linux', stream);
    expect(clipboardOf(stream.written)).toBe(TEXT);
    expect(result.message).toContain('cannot be known');
  });

  it('is preferred over SSH, where a program would fill the wrong clipboard', async () => {
    for (const variable of ['SSH_CONNECTION', 'SSH_TTY', 'SSH_CLIENT']) {
      const pbcopy = program('pbcopy');
      const stream = terminal();
      await copy({ [variable]: '1' }, 'darwin', stream);
      expect(clipboardOf(stream.written)).toBe(TEXT);
      expect(pbcopy.ran()).toBe(false);
    }
    program('xclip');
    expect((await copy({ SSH_TTY: '/dev/pts/1', DISPLAY: 'localhost:10.0' })).message).toContain('xclip');
  });

  it('is reached through tmux by asking tmux, else by wrapping', async () => {
    const tmux = program('tmux');
    const stream = terminal();
    const result = await copy({ TMUX: '/tmp/tmux-1000/default,1,0', SSH_TTY: '/dev/pts/1' }, 'linux', stream);
    expect(tmux.words()).toBe('load-buffer -w -');
    expect(tmux.input().toString()).toBe(TEXT);
    expect(result.message).toContain('tmux’s paste buffer');
    expect(stream.written).toBe('');
    program('tmux', 1);
    await copy({ TMUX: 'x' }, 'linux', stream);
    const inner = /^\u001bPtmux;(.*)\u001b\\$/s
      .exec(stream.written)?.[1]
      ?.replaceAll('\u001b\u001b', '\u001b');
    expect(clipboardOf(inner ?? '')).toBe(TEXT);
  });

  it('is reached through screen in pieces', () => {
    const wrapped = osc52('x'.repeat(3000), { STY: '1.pts' });
    const pieces = wrapped.split('\u001b\\').filter((piece) => piece !== '');
    for (const piece of pieces) expect(piece.length).toBeLessThan(768);
    expect(clipboardOf(pieces.map((piece) => piece.replace(/^\u001bP/, '')).join(''))).toBe('x'.repeat(3000));
  });

  it('gets nothing that it would drop or print', async () => {
    for (const TERM of ['dumb', 'linux'])
      expect(copyMethods(environment({ TERM }), [terminal()])).toEqual([]);
    const stream = terminal();
    const result = await copyToClipboard('x'.repeat(80_000), environment(), [stream]);
    expect(stream.written).toBe('');
    expect(result).toEqual({
      copied: false,
      message: 'Not copied: the terminal did not take it. Copy the text above.',
    });
  });
});

it('says what it looked for when there is nothing', async () => {
  expect(await copy()).toEqual({
    copied: false,
    message:
      'Not copied: no clipboard was found (pbcopy, clip.exe, wl-copy, xclip, xsel, a terminal). Copy the text above.',
  });
});
