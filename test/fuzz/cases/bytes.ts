import { Faults } from '../check-session.ts';
import { damage, replaceFile } from '../mutations/bytes.ts';
import { writeHome } from '../seeds.ts';
import { type CaseInput, type CaseResult, checkHome, homeOf } from './case.ts';

/** Files are damaged as a whole: cut, overwritten, re-encoded, doubled, emptied. */
export async function bytesCase(input: CaseInput): Promise<CaseResult> {
  const { seeds, folder, random } = input;
  const seed = random.pick(seeds);
  const chosen = random.pick(seed.files);
  let records = 0;
  const files = seed.files.map((file) => {
    if (file !== chosen && !random.chance(0.3)) return file;
    records += 1;
    const bytes = random.chance(0.5) ? damage(file.bytes, random) : replaceFile(file.bytes, random);
    return { path: file.path, bytes };
  });
  writeHome(homeOf(folder), files);
  const faults = new Faults();
  await checkHome(input, seed, faults);
  return { faults: faults.found, records };
}
