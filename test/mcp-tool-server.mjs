// An MCP server for tests: its tools write a line into the file that is its argument, so that a test sees what ran.
import { appendFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const [log] = process.argv.slice(2);
const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
const text = { type: 'object', properties: { text: { type: 'string' } } };
const tools = [
  { name: 'note', description: 'Writes a line', inputSchema: text },
  { name: 'fail', description: 'Fails', inputSchema: text },
  { name: 'hang', description: 'Writes a line and never answers', inputSchema: text },
];
// Two pages, so that a client that reads only the first one is found out.
server.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
  params?.cursor === 'rest' ? { tools: tools.slice(1) } : { tools: tools.slice(0, 1), nextCursor: 'rest' },
);
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const words = params.arguments?.text ?? '';
  if (log) appendFileSync(log, `${params.name}: ${words}\n`);
  if (params.name === 'hang') await new Promise(() => setTimeout(() => undefined, 1_000_000));
  return { content: [{ type: 'text', text: `${params.name} ${words}` }], isError: params.name === 'fail' };
});
await server.connect(new StdioServerTransport());
