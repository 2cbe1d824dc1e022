import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commandWords, connectMcpServers } from './mcp-tools.ts';
import { runTool } from './run-tool.ts';

const program = resolve(import.meta.dirname, '../../test/mcp-tool-server.mjs');
let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'praisonai-mcp-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

it('lists the tools of all pages and calls them', async () => {
  const log = join(base, 'a log.txt');
  const connected = await connectMcpServers([`node '${program}' "${log}"`, `node ${program}`], base);
  try {
    expect(Object.keys(connected.tools)).toEqual(['note', 'fail', 'hang', 'note_2', 'fail_2', 'hang_2']);
    const run = (name: string, timeoutMs = 5000) =>
      runTool(
        { id: 'c', name, input: { text: 'hi' } },
        { tools: connected.tools, messages: [], signal: new AbortController().signal, timeoutMs },
      );
    expect(await run('note')).toEqual({ outcome: 'ok', output: 'note hi' });
    expect(await run('fail')).toEqual({ outcome: 'failed', output: 'fail hi' });
    expect(await run('hang', 200)).toMatchObject({ outcome: 'failed' });
    expect(readFileSync(log, 'utf8')).toBe('note: hi\nfail: hi\nhang: hi\n');
  } finally {
    await connected.close();
  }
});

it('tells which server did not start, and what it said', async () => {
  const command = `node -e "console.error('no such luck'); process.exit(3)"`;
  await expect(connectMcpServers([command], base)).rejects.toMatchObject({
    code: 'tool-server-failed',
    message: `The MCP server did not start: ${command}`,
    hints: [expect.stringContaining('no such luck'), expect.any(String)],
  });
  await expect(connectMcpServers(['no-such-program-here'], base)).rejects.toMatchObject({
    code: 'tool-server-failed',
    hints: [expect.stringContaining('ENOENT'), expect.any(String)],
  });
});

it.each([
  ['', []],
  ['  npx -y  server ', ['npx', '-y', 'server']],
  [`a 'b c' "d \\"e\\"" f\\ g x="1 2"`, ['a', 'b c', 'd "e"', 'f g', 'x=1 2']],
  [`''`, ['']],
])('splits %j into words', (command, words) => expect(commandWords(command)).toEqual(words));

it('refuses a quotation mark that is not closed', () => {
  expect(() => commandWords(`a 'b`)).toThrow('A quotation mark is not closed');
});
