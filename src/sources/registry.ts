import { kilo, openCode } from './opencode/index.ts';
import type { SessionSource } from './source.ts';

/** Every source, in the order in which ties are listed. Names, help and errors derive from this table. */
export const sources: readonly SessionSource[] = [openCode, kilo];

export function findSource(name: string): SessionSource | undefined {
  return sources.find((source) => source.name === name);
}
