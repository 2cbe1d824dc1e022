import { claudeCode } from './claude-code/index.ts';
import { clineCli } from './cline-cli/index.ts';
import { codex } from './codex/index.ts';
import { continueCli } from './continue-cli/index.ts';
import { copilotCli } from './copilot-cli/index.ts';
import { droid } from './droid/index.ts';
import { geminiCli } from './gemini-cli/index.ts';
import { kimiCode } from './kimi-code/index.ts';
import { kilo, openCode } from './opencode/index.ts';
import { pi } from './pi/index.ts';
import { praisonai } from './praisonai/index.ts';
import { qwenCode } from './qwen-code/index.ts';
import type { SessionSource } from './source.ts';

/** Every source, in the order in which ties are listed. Names, help and errors derive from this table. */
export const sources: readonly SessionSource[] = [
  praisonai,
  claudeCode,
  codex,
  geminiCli,
  openCode,
  kilo,
  qwenCode,
  pi,
  copilotCli,
  kimiCode,
  clineCli,
  continueCli,
  droid,
];

export function findSource(name: string): SessionSource | undefined {
  return sources.find((source) => source.name === name);
}
