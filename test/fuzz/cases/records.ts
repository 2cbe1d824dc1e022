import { join } from 'node:path';
import type { Random } from '../../../bench/generate/random.ts';
import { type CheckedSession, Faults } from '../check-session.ts';
import { damage } from '../mutations/bytes.ts';
import { mutateDatabase } from '../mutations/database.ts';
import { mutateDocument } from '../mutations/documents.ts';
import { type Mutated, mutateLines, splitLines } from '../mutations/lines.ts';
import { packed, unpacked } from '../mutations/zstandard.ts';
import { type SeedFile, writeHome } from '../seeds.ts';
import { type CaseInput, type CaseResult, checkHome, homeOf } from './case.ts';

/** Records of one or more files of a store are mutated. */
export async function recordsCase(input: CaseInput): Promise<CaseResult> {
  const { seeds, folder, random } = input;
  const seed = random.pick(seeds);
  const others = seeds.flatMap(({ files }) => files.filter(({ format }) => format === 'lines'));
  const chosen = random.pick(seed.files);
  const destroyed = new Map<string, number>();
  let records = 0;
  const files = seed.files.flatMap((file) => {
    if (file !== chosen && !random.chance(0.4)) return [file];
    const mutated = mutateFile(file, others, folder, random);
    records += mutated.records;
    if (mutated.destroyed > 0) destroyed.set(file.path, mutated.destroyed);
    const log = mutated.log ? [{ path: `${file.path}-wal`, bytes: mutated.log }] : [];
    return [{ path: file.path, bytes: mutated.bytes }, ...log];
  });
  writeHome(homeOf(folder), files);
  const faults = new Faults();
  const checked = await checkHome(input, seed, faults);
  for (const [path, count] of destroyed) checkReported(checked, join(homeOf(folder), path), count, faults);
  return { faults: faults.found, records };
}

function mutateFile(
  file: SeedFile,
  others: readonly SeedFile[],
  folder: string,
  random: Random,
): Mutated & { log?: Buffer } {
  const otherRecords = () => (others.length > 0 ? splitLines(random.pick(others).bytes) : []);
  switch (file.format) {
    case 'lines':
      return mutateLines(file.bytes, otherRecords(), random);
    case 'compressed-lines': {
      if (random.chance(0.2)) return { bytes: damage(file.bytes, random), records: 1, destroyed: 0 };
      const mutated = mutateLines(unpacked(file.bytes), otherRecords(), random);
      return { ...mutated, bytes: packed(mutated.bytes) };
    }
    case 'document':
      return mutateDocument(file.bytes, random);
    case 'database':
      return mutateDatabase(file.bytes, folder, random);
    case 'bytes':
      return { bytes: damage(file.bytes, random), records: 1, destroyed: 0 };
  }
}

/** A session's own file held records that nobody can read any more: its report must say so. */
function checkReported(
  checked: readonly CheckedSession[],
  location: string,
  destroyed: number,
  faults: Faults,
): void {
  for (const { entry, report } of checked) {
    if (entry.location !== location || report.broken + report.warnings.length > 0) continue;
    faults.add('reported', `${destroyed} destroyed records, none reported`);
  }
}
