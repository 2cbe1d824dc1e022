import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fake, randomOf } from '../redaction/fake.ts';
import { runCli } from './run-cli.ts';

/** Case 21: a key in the first prompt, in a tool's arguments and in the title. */
const CLI = resolve(import.meta.dirname, '../../dist/cli.js');
const random = randomOf('case 21');
const KEYS = {
  prompt: fake('gh¦p_{A36}', random),
  argument: fake('sk-¦ant-api03-{u93}AA', random),
  title: fake('gl¦pat-{A20}', random),
  answer: fake('npm¦_{A36}', random),
};
const FOREIGN = '7a1d9c36-22f4-4b6e-9b0e-3c8a51f2d0b4';
const OWN = 'harbour-keys';

let home: string;
let directory: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-secrets-'));
  directory = join(home, 'harbour');
  mkdirSync(directory);
  writeForeign();
  writeOwn();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const asked = `Deploy the harbour with ${KEYS.prompt} as the token`;
/** The line around "gates" is cut in the middle of the key. */
const answered = `${'The harbour was tested. '.repeat(20)}The gates open now. ${'It took a while. '.repeat(4)}Then I published with ${KEYS.answer} and went on.`;
const command = `curl -sS -H 'x-api-key: ${KEYS.argument}' https://api.example.com/harbour && npm test`;

function writeForeign(): void {
  const assistant = (content: object) => ({
    type: 'assistant',
    message: { role: 'assistant', model: 'm', content: [content] },
  });
  const records: object[] = [
    { type: 'user', message: { role: 'user', content: asked } },
    assistant({ type: 'text', text: answered }),
    assistant({ type: 'tool_use', id: 't1', name: 'Bash', input: { command } }),
    {
      type: 'user',
      message: {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't1',
            content: `Error: denied for ${KEYS.argument}`,
            is_error: true,
          },
        ],
      },
    },
  ];
  const title = { type: 'custom-title', customTitle: `Harbour ${KEYS.title}`, sessionId: FOREIGN };
  const folder = join(home, '.claude/projects/-harbour');
  mkdirSync(folder, { recursive: true });
  const lines = records.map((record, index) =>
    JSON.stringify({
      isSidechain: false,
      sessionId: FOREIGN,
      cwd: directory,
      version: '2.1.332',
      uuid: `00000000-0000-4000-8000-00000000000${index}`,
      parentUuid: index === 0 ? null : `00000000-0000-4000-8000-00000000000${index - 1}`,
      timestamp: `2026-10-02T12:00:0${index}.000Z`,
      ...record,
    }),
  );
  writeFileSync(join(folder, `${FOREIGN}.jsonl`), `${[...lines, JSON.stringify(title)].join('\n')}\n`);
}

function writeOwn(): void {
  const folder = join(home, '.praisonai/sessions');
  mkdirSync(folder, { recursive: true });
  const at = '2026-10-02T11:00:00.000000+00:00';
  writeFileSync(
    join(folder, `${OWN}.json`),
    JSON.stringify({
      session_id: OWN,
      messages: [
        { role: 'user', content: asked, timestamp: 1790938800, metadata: {} },
        {
          role: 'assistant',
          content: answered,
          timestamp: 1790938801,
          metadata: {
            tool_calls: [
              {
                id: 'c1',
                type: 'function',
                function: { name: 'run', arguments: JSON.stringify({ command }) },
              },
            ],
          },
        },
      ],
      created_at: at,
      updated_at: at,
      metadata: { title: `Harbour ${KEYS.title}` },
    }),
  );
}

const cli = (words: string[], variables: Record<string, string> = {}) =>
  runCli(words, { home, directory, variables });

/** Which keys show: twelve characters in a row are a leak. */
function leaks(text: string): string[] {
  return Object.entries(KEYS)
    .filter(([, key]) => {
      for (let start = 0; start + 12 <= key.length; start += 1)
        if (text.includes(key.slice(start, start + 12))) return true;
      return false;
    })
    .map(([place]) => place);
}

/** Each command, and the keys that it shows when it is told not to redact. */
const COMMANDS: [words: string[], open: string[]][] = [
  ...[FOREIGN, OWN].flatMap((id): [string[], string[]][] => [
    [['session', 'handoff', id], ['prompt']],
    [['session', 'handoff', id, '--json'], ['prompt']],
    [['session', 'handoff', id, '--to', 'claude-code', '--print-command'], ['prompt']],
    [
      ['session', 'show', id],
      ['prompt', 'title', 'answer'],
    ],
    [
      ['session', 'show', id, '--json'],
      ['prompt', 'title', 'answer'],
    ],
    [['session', 'show', id, '--recap'], ['prompt']],
    [['session', 'show', id, '--recap', '--json'], ['prompt']],
    [
      ['session', 'export', id],
      ['prompt', 'title', 'answer'],
    ],
    [
      ['session', 'export', id, '--format', 'json'],
      ['prompt', 'title', 'answer'],
    ],
  ]),
  [['session', 'handoff', FOREIGN], ['argument']],
  [['session', 'export', OWN, '--format', 'json'], ['argument']],
  [['session', 'list', '--all'], ['title']],
  [['session', 'list', '--all', '--json'], ['title']],
  [
    ['session', 'search', '--all', 'harbour', 'token'],
    ['prompt', 'title'],
  ],
  [
    ['session', 'search', '--all', 'harbour', 'token', '--json'],
    ['prompt', 'title'],
  ],
  [
    ['session', 'search', '--all', 'published'],
    ['answer', 'title'],
  ],
  [
    ['session', 'search', '--all', 'published', '--json'],
    ['answer', 'title'],
  ],
];

describe('a key in the first prompt, in a tool’s arguments and in the title', () => {
  it.each(COMMANDS)('is hidden by %j', (words) => {
    const run = cli(words);
    expect(run.code).toBe(0);
    expect(leaks(run.stdout + run.stderr)).toEqual([]);
    expect(run.stdout).toContain('[redacted:');
  });

  it.each(COMMANDS)('is shown by %j --no-redact', (words, open) => {
    const run = cli([...words, '--no-redact']);
    expect(leaks(run.stdout)).toEqual(expect.arrayContaining(open));
    expect(run.stdout).not.toContain('[redacted:');
  });

  it.each(['found by the key itself', 'found by the words beside it'])(
    'is not shown by a search, %s',
    (how) => {
      const words = how.includes('itself') ? [KEYS.answer.slice(4, 16)] : ['published', 'with'];
      const run = cli(['session', 'search', '--all', '--json', ...words]);
      expect(JSON.parse(run.stdout)).toHaveLength(2);
      const said = run.stdout.replaceAll(words[0] ?? '', '');
      expect(leaks(said)).toEqual([]);
    },
  );

  it('is not copied to the clipboard, but for --no-redact', () => {
    const bin = join(home, 'bin');
    mkdirSync(bin, { recursive: true });
    for (const name of ['pbcopy', 'xclip']) {
      writeFileSync(join(bin, name), `#!/bin/sh\n/bin/cat > '${join(home, 'clipboard')}'\n`);
      chmodSync(join(bin, name), 0o755);
    }
    const copy = (...words: string[]) => {
      const run = cli(['session', 'handoff', FOREIGN, '--copy', ...words], { PATH: bin, DISPLAY: ':0' });
      expect(run.stderr).toContain('Copied to the clipboard');
      return readFileSync(join(home, 'clipboard'), 'utf8');
    };
    expect(leaks(copy())).toEqual([]);
    expect(leaks(copy('--no-redact'))).toEqual(expect.arrayContaining(['prompt', 'argument']));
  });

  it('is not served to MCP clients', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp'],
      env: { HOME: home, PATH: process.env.PATH ?? '' },
      cwd: directory,
      stderr: 'ignore',
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    try {
      const call = (name: string, input: Record<string, unknown>) =>
        client.callTool({ name, arguments: input });
      const answers = await Promise.all([
        call('session_list', { all: true }),
        ...[FOREIGN, OWN].map((session) => call('session_handoff', { session })),
        ...[FOREIGN, OWN].map((session) => call('session_recap', { session })),
        call('session_search', { query: 'harbour token', all: true }),
        call('session_search', { query: 'published', all: true }),
        client.listResources(),
        client.readResource({ uri: `session://claude-code/${FOREIGN}` }),
        client.getPrompt({ name: 'handoff', arguments: { session: FOREIGN } }),
      ]);
      for (const answer of answers) {
        expect(leaks(JSON.stringify(answer))).toEqual([]);
        expect(JSON.stringify(answer)).toContain('[redacted:');
      }
    } finally {
      await client.close();
    }
  });

  it('stays in the store as it was', () => {
    expect(existsSync(join(home, '.praisonai/shares'))).toBe(false);
    expect(leaks(readFileSync(join(home, `.praisonai/sessions/${OWN}.json`), 'utf8'))).toHaveLength(4);
  });
});
