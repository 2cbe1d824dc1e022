import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fake, randomOf } from '../redaction/fake.ts';
import { runCli, treeHash } from './run-cli.ts';

const ID = '1b7e2c90-5d1f-4c5e-8a30-0f6f5d2b9e11';
const KEY = fake('gh¦p_{A36}', randomOf('share'));
const HOSTILE = [
  '<script>alert(1)</script><img src=x onerror=alert(1)><svg/onload=alert(1)>',
  '</div></section></style></title><style>@import "https://evil.example"</style>',
  '[here](javascript:alert(1)) <a href="javascript:alert(1)">x</a> https://evil.example/x',
  '<iframe src="data:text/html,<script>1</script>"></iframe> ![i](data:image/png;base64,AAAA)',
  `'"><meta http-equiv=refresh content=0> &lt; <!-- --> ]]> \u202Eevil\u202C \u001b[31mred\u001b]52;c;eHg=\u0007`,
  `my token is ${KEY}`,
].join('\n');

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-share-'));
  const line = (record: object, second: number) =>
    JSON.stringify({
      isSidechain: false,
      sessionId: ID,
      cwd: '/home/ada/lamp',
      version: '2.1.332',
      gitBranch: '"><script>alert(2)</script>',
      uuid: `00000000-0000-4000-8000-00000000000${second}`,
      parentUuid: second === 1 ? null : `00000000-0000-4000-8000-00000000000${second - 1}`,
      timestamp: `2026-10-02T12:00:0${second}.000Z`,
      ...record,
    });
  const assistant = (content: object) => ({
    type: 'assistant',
    message: { role: 'assistant', model: 'm', content: [content] },
  });
  const records = [
    { type: 'user', message: { role: 'user', content: `Dim the lamp.\n${HOSTILE}` } },
    assistant({ type: 'text', text: HOSTILE }),
    assistant({ type: 'tool_use', id: 't1', name: 'Bash', input: { command: `echo '${HOSTILE}'\nls` } }),
    {
      type: 'user',
      message: {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', content: `Exit code 3\n${HOSTILE}`, is_error: true },
        ],
      },
    },
  ];
  const folder = join(home, '.claude/projects/-home-ada-lamp');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${ID}.jsonl`),
    `${records.map((record, index) => line(record, index + 1)).join('\n')}\n`,
  );
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const cli = (...words: string[]) => runCli(['session', ...words], { home });
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** The start tags of a page, attributes and all. Stricter than a browser: a `<` that opens no closed tag fails. */
function tagsOf(html: string): string[] {
  const tags: string[] = [];
  for (let from = html.indexOf('<'); from !== -1; from = html.indexOf('<', from)) {
    const end = html.indexOf('>', from);
    expect(end, `a tag that is never closed at ${from}`).toBeGreaterThan(from);
    tags.push(html.slice(from + 1, end));
    from = end;
  }
  return tags.filter((tag) => !tag.startsWith('/'));
}

const ALLOWED = [
  ...['!doctype html', '!-- a session shared by praisonai --', 'html lang="en"', 'head', 'title', 'style'],
  ...[
    'body',
    'main',
    'h1',
    'h2',
    'h3',
    'dl',
    'dt',
    'dd',
    'p class="note"',
    'div class="text"',
    'ul',
    'li',
    'time',
  ],
  ...['div class="text prompt"', 'section class="human"', 'section class="agent"'],
];

describe('session share', () => {
  it('writes a page in which nothing of a hostile transcript is active', () => {
    const html = readFileSync(cli('share', ID).stdout.trim(), 'utf8');
    const tags = tagsOf(html);
    const metas = tags.filter((tag) => tag.startsWith('meta '));
    expect(new Set(tags.filter((tag) => !ALLOWED.includes(tag)))).toEqual(new Set(metas));
    expect(metas).toHaveLength(6);
    expect(tags.filter((tag) => tag === 'style')).toHaveLength(1);
    // Outside the one style, all that can load or run is text.
    for (const control of ['\u202e', '\u001b', '\u0007']) expect(html).not.toContain(control);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(2)');
    expect(html).toContain('Handoff prompt');
    expect(html).toContain('You are resuming an interrupted run.');
    expect(html.split('<li>')).toHaveLength(2);
    expect(html).toContain('→ failed (exit 3)</li>');
  });

  it('forbids everything but its own style, by hash', () => {
    const html = readFileSync(cli('share', ID).stdout.trim(), 'utf8');
    const style = html.slice(html.indexOf('<style>') + 7, html.indexOf('</style>'));
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
    expect(html).toContain(`<meta http-equiv="Content-Security-Policy" content="${policy}">`);
    // The policy is in force for all that follows it, so it stands first but for the encoding.
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<title>'));
  });

  it('hides secrets, with one number for one secret; --no-redact shows them and says so', () => {
    const run = cli('share', ID);
    const html = readFileSync(run.stdout.trim(), 'utf8');
    expect(html).not.toContain(KEY.slice(0, 16));
    expect(html).toContain('[redacted:github-token:1]');
    expect(html).not.toContain('github-token:2');
    expect(run.stderr).toContain('secrets were replaced: github-token');
    const open = cli('share', ID, '--no-redact');
    expect(readFileSync(open.stdout.trim(), 'utf8')).toContain(KEY);
    expect(open.stderr).toContain('nothing was redacted');
  });

  it('keeps its files to the user, under names that nobody can guess', () => {
    mkdirSync(join(home, '.praisonai/shares'), { recursive: true, mode: 0o755 });
    chmodSync(join(home, '.praisonai/shares'), 0o755);
    const first = cli('share', ID).stdout.trim();
    const second = cli('share', ID).stdout.trim();
    expect(first).not.toBe(second);
    expect(first).toMatch(/\/\.praisonai\/shares\/[0-9a-f]{32}\.html$/);
    expect(mode(join(home, '.praisonai/shares'))).toBe('700');
    const names = readdirSync(join(home, '.praisonai/shares'));
    expect(names.filter((name) => name.endsWith('.html'))).toHaveLength(2);
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    for (const name of names)
      expect([name, mode(join(home, '.praisonai/shares', name))]).toEqual([name, '600']);
  });

  it('never writes through a symbolic link', () => {
    const victim = join(home, 'victim.txt');
    writeFileSync(victim, 'mine');
    symlinkSync(victim, join(home, 'page.html'));
    const run = cli('share', ID, '-o', 'page.html', '--json');
    expect(run.code).toBe(1);
    expect(JSON.parse(run.stdout).error.code).toBe('symbolic-link');
    mkdirSync(join(home, 'elsewhere'));
    rmSync(join(home, '.praisonai'), { recursive: true });
    mkdirSync(join(home, '.praisonai'));
    symlinkSync(join(home, 'elsewhere'), join(home, '.praisonai/shares'));
    expect(cli('share', ID).code).toBe(1);
    expect(readdirSync(join(home, 'elsewhere'))).toEqual([]);
    expect(readFileSync(victim, 'utf8')).toBe('mine');
  });

  it('tells what is wrong with an id or a path, and creates nothing', () => {
    const before = treeHash(home);
    expect(cli('share', 'no-such').stderr).toContain('Session not found: no-such');
    expect(cli('unshare', 'no-such').stderr).toContain('Session not found: no-such');
    expect(JSON.parse(cli('unshare', ID, '--json').stdout).error.code).toBe('not-shared');
    expect(treeHash(home)).toBe(before);
    expect(cli('share', ID, '-o', 'no/such/page.html').stderr).toContain('Cannot write');
  });
});

describe('session unshare', () => {
  it('removes every page of the session, also when the session is gone', () => {
    const page = cli('share', ID).stdout.trim();
    const run = JSON.parse(cli('share', ID, '-o', 'page.html', '--json').stdout);
    expect(run).toMatchObject({ session_id: ID, source: 'claude-code', redaction: 'default' });
    expect(run.path).toMatch(/\/page\.html$/);
    rmSync(join(home, '.claude'), { recursive: true });
    const removed = JSON.parse(cli('unshare', '1b7e', '--json').stdout);
    expect(removed).toEqual({
      session_id: ID,
      source: 'claude-code',
      removed: [page, run.path],
      missing: [],
      foreign: [],
    });
    expect([page, run.path].filter((path) => existsSync(path))).toEqual([]);
    expect(cli('unshare', '1b7e').code).toBe(1);
  });

  it('removes nothing that is not a page of ours, whatever the index says', () => {
    cli('share', ID);
    const path = join(home, '.praisonai/shares/index.json');
    const index = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(join(home, 'thesis.txt'), 'years of work');
    index.pages.push({ ...index.pages[0], path: join(home, 'thesis.txt') });
    writeFileSync(path, JSON.stringify(index));
    const run = cli('unshare', ID);
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/^Removed .*\.html\nLeft alone, .*thesis\.txt\n$/);
    expect(existsSync(join(home, 'thesis.txt'))).toBe(true);
  });

  it('says what is wrong with a broken index', () => {
    cli('share', ID);
    writeFileSync(join(home, '.praisonai/shares/index.json'), '{"pages": [');
    expect(JSON.parse(cli('unshare', ID, '--json').stdout).error.code).toBe('invalid-file');
  });
});
