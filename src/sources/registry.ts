import { geminiCli } from './gemini-cli/index.ts';
import { qwenCode } from './qwen-code/index.ts';
import type { SessionSource } from './source.ts';

/** Every source, in the order in which ties are listed. Names, help and errors derive from this table. */
export const sources: readonly SessionSource[] = [geminiCli, qwenCode];

export function findSource(name: string): SessionSource | undefined {
  return sources.find((source) => source.name === name);
}
