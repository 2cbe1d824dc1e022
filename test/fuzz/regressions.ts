/** Cases that found a fault before it was mended: source, seed, case, and what it was. */
export const REGRESSIONS: readonly [source: string, seed: string, id: string, fault: string][] = [];
