import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { version } from '../../../package.json' with { type: 'json' };
import { createMcpServer } from '../../mcp/server.ts';
import type { CommonOptions } from '../command-parts.ts';
import { processEnvironment } from '../environment.ts';
import { expectLongReading } from '../long-reading.ts';
import { note } from '../output.ts';

/** `praisonai mcp`: serves until the client closes standard input. Standard output belongs to the protocol. */
export async function mcp(_argument: string | undefined, options: CommonOptions): Promise<void> {
  const environment = processEnvironment();
  const log = (line: string) => {
    if (!options.quiet) note(`praisonai mcp: ${line}`);
  };
  expectLongReading();
  const server = createMcpServer({ environment, version, startedAt: Date.now(), log });
  server.server.onerror = (error) => log(error.message);
  await server.connect(new StdioServerTransport());
  log(`version ${version}, serving ${environment.directory}`);
  if (process.stdin.isTTY) {
    log('an MCP client starts this command and speaks to it; by hand, end it with Ctrl-D.');
    log('add it to Claude Code with: claude mcp add praisonai -- praisonai mcp');
  }
}
