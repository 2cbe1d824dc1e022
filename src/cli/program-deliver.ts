import type { Command } from 'commander';
import { action, bare } from './command-parts.ts';

/** Commands that bring a prompt to the next agent. */
export function addDelivery(program: Command): void {
  bare(program, 'mcp', 'serve sessions to an MCP client over standard input and output').action(
    action(async () => (await import('./commands/mcp.ts')).mcp),
  );
}
