import { mkdirSync, rmSync } from 'node:fs';
import { Random } from '../../bench/generate/random.ts';
import { bytesCase } from './cases/bytes.ts';
import type { CaseInput, CaseResult } from './cases/case.ts';
import { largeCase } from './cases/large.ts';
import { liveCase } from './cases/live.ts';
import { recordsCase } from './cases/records.ts';
import { repairCase } from './cases/repair.ts';
import { storeCase } from './cases/store.ts';
import { treeCase } from './cases/tree.ts';

/** Each way in which a store can be spoilt, and how often one lap does it. */
const CASES = {
  records: { run: recordsCase, perLap: 60 },
  repair: { run: repairCase, perLap: 20 },
  bytes: { run: bytesCase, perLap: 20 },
  tree: { run: treeCase, perLap: 10 },
  live: { run: liveCase, perLap: 8 },
  large: { run: largeCase, perLap: 1 },
  /** Only of the one store that is also written. */
  store: { run: storeCase, perLap: 40 },
} as const satisfies Record<string, { run(input: CaseInput): Promise<CaseResult>; perLap: number }>;

export type Kind = keyof typeof CASES;

export interface CaseId {
  source: string;
  seed: string;
  kind: Kind;
  number: number;
}

/** The cases of one lap, in order. The same for every seed: the seed decides what happens in them. */
export function casesOfLap(source: string, seed: string, lap: number): CaseId[] {
  return (Object.keys(CASES) as Kind[]).flatMap((kind) => {
    if (kind === 'store' && source !== 'praisonai') return [];
    const { perLap } = CASES[kind];
    return Array.from({ length: perLap }, (_, index) => ({
      source,
      seed,
      kind,
      number: lap * perLap + index,
    }));
  });
}

/** `kind:number`, as faults are told and as `--case` takes it. */
export function parseCaseId(text: string): Pick<CaseId, 'kind' | 'number'> | undefined {
  const [kind = '', number = ''] = text.split(':');
  if (!Object.hasOwn(CASES, kind) || !/^\d{1,9}$/.test(number)) return undefined;
  return { kind: kind as Kind, number: Number(number) };
}

export async function runCase(
  { source, seed, kind, number }: CaseId,
  input: Omit<CaseInput, 'random'>,
): Promise<CaseResult> {
  const random = new Random(`${seed}/${source}/${kind}/${number}`);
  mkdirSync(input.folder, { recursive: true });
  try {
    return await CASES[kind].run({ ...input, random });
  } finally {
    if (!input.keep) rmSync(input.folder, { recursive: true, force: true });
  }
}
