import { clineCli } from './cline-cli/index.ts';
import { continueCli } from './continue-cli/index.ts';
import { copilotCli } from './copilot-cli/index.ts';
import { droid } from './droid/index.ts';
import { kimiCode } from './kimi-code/index.ts';
import { pi } from './pi/index.ts';
import { praisonai } from './praisonai.ts';
import type { SessionSource } from './source.ts';

/** Every source, in the order in which ties are listed. Names, help and errors derive from this table. */
export const sources: readonly SessionSource[] = [
  praisonai,
  pi,
  copilotCli,
  kimiCode,
  droid,
  clineCli,
  continueCli,
];

export function findSource(name: string): SessionSource | undefined {
  return sources.find((source) => source.name === name);
}
