/**
 * Does a long session grow slow? One agent, one session, a tool call in every turn, against a scripted model on
 * loopback; the processor's time per turn, in blocks of a tenth of all turns.
 *
 *     npm run bench:turns -- 1000
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dynamicTool, jsonSchema } from 'ai';
import { Agent } from '../src/agent/agent.ts';
import { JsonSessionStore } from '../src/stores/json/json-session-store.ts';
import { startModelServer } from '../test/model-server.ts';

const turns = Number(process.argv[2] ?? 1000);
const base = mkdtempSync(join(tmpdir(), 'praisonai-turns-'));
const server = await startModelServer((request, index) => {
  const promptTokens = Math.ceil(JSON.stringify(request.messages).length / 4);
  if (request.messages.at(-1)?.role === 'tool')
    return { text: `Answer ${index}. ${'Some words. '.repeat(20)}`, promptTokens };
  return { calls: [{ name: 'read', input: { path: `src/file-${index}.ts` } }], promptTokens };
});
process.env['OPENAI_BASE_URL'] = server.url;
const agent = new Agent({
  store: new JsonSessionStore({ directory: base }),
  sessionId: 'long',
  workspace: base,
  contextTokens: 20_000,
  summaryBy: 'digest',
  tools: {
    read: dynamicTool({
      inputSchema: jsonSchema({ type: 'object' }),
      execute: async () => 'a line of a file\n'.repeat(40),
    }),
  },
});
const block = Math.max(1, Math.floor(turns / 10));
let times: { processor: number; wall: number }[] = [];
for (let turn = 1; turn <= turns; turn++) {
  const used = process.cpuUsage();
  const began = performance.now();
  await agent.start(`Please do part ${turn} of the work in src/file-${turn}.ts`);
  const { user, system } = process.cpuUsage(used);
  times.push({ processor: (user + system) / 1000, wall: performance.now() - began });
  if (turn % block !== 0) continue;
  const median = (key: 'processor' | 'wall') =>
    times
      .map((time) => time[key])
      .sort((left, right) => left - right)
      [Math.floor(times.length / 2)]?.toFixed(1);
  process.stdout.write(
    `turns ${turn - block + 1} to ${turn}: median ${median('processor')} ms of processor, ${median('wall')} ms\n`,
  );
  times = [];
}
const file = readdirSync(base).find((name) => name.endsWith('.json')) ?? '';
process.stdout.write(`session file: ${(statSync(join(base, file)).size / 1e6).toFixed(1)} MB\n`);
await server.close();
rmSync(base, { recursive: true, force: true });
