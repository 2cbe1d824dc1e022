import { claudeCode } from './agents/claude-code.ts';
import { clineCli } from './agents/cline-cli.ts';
import { codex } from './agents/codex.ts';
import { continueCli } from './agents/continue-cli.ts';
import { copilotCli } from './agents/copilot-cli.ts';
import { droid } from './agents/droid.ts';
import { geminiCli } from './agents/gemini-cli.ts';
import { kimiCode } from './agents/kimi-code.ts';
import { opencode } from './agents/opencode.ts';
import { pi } from './agents/pi.ts';
import { praisonAi } from './agents/praison-ai.ts';
import { qwenCode } from './agents/qwen-code.ts';
import type { AgentWriter } from './scene.ts';

/** Of a hundred sessions on the machine of someone who tries every agent and works with two. */
const shares: readonly [AgentWriter, number][] = [
  [claudeCode, 45],
  [codex, 23],
  [geminiCli, 6],
  [opencode, 6],
  [praisonAi(), 4],
  [qwenCode, 4],
  [pi, 4],
  [copilotCli, 4],
  [kimiCode, 1],
  [clineCli, 1],
  [continueCli, 1],
  [droid, 1],
];

/**
 * The writers of `count` sessions, each agent's share evenly spread over them (so over time); what cannot be made on
 * this machine is left out and said.
 */
export function fleetOf(count: number): { writers: AgentWriter[]; notes: string[] } {
  const notes: string[] = [];
  const usable = shares.filter(([writer]) => {
    const obstacle = writer.obstacle?.();
    if (obstacle !== undefined) notes.push(`No sessions of ${writer.name}: ${obstacle}.`);
    return obstacle === undefined;
  });
  const total = usable.reduce((sum, [, share]) => sum + share, 0);
  const owed = usable.map(() => 0);
  const writers = Array.from({ length: count }, () => {
    usable.forEach(([, share], index) => {
      owed[index]! += share / total;
    });
    const next = owed.indexOf(Math.max(...owed));
    owed[next]! -= 1;
    return usable[next]![0];
  });
  return { writers, notes };
}
