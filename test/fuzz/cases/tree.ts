import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Random } from '../../../bench/generate/random.ts';
import { Faults } from '../check-session.ts';
import { writeHome } from '../seeds.ts';
import { type CaseInput, type CaseResult, checkHome, childrenOf, homeOf } from './case.ts';

/** Puts something in the place of a file or folder that was there; what was there is gone. */
type Trap = (path: string, random: Random) => void;

const removed = (path: string): void => rmSync(path, { recursive: true, force: true });

const linkTo =
  (target: (path: string) => string): Trap =>
  (path) => {
    removed(path);
    symlinkSync(target(path), path);
  };

export const TRAPS: Readonly<Record<string, Trap>> = {
  'link to itself': linkTo((path) => basename(path)),
  'two links in a loop': (path) => {
    removed(path);
    symlinkSync(`${basename(path)}.back`, path);
    removed(`${path}.back`);
    symlinkSync(basename(path), `${path}.back`);
  },
  'link to nothing': linkTo(() => 'nowhere/at/all'),
  'link to its own folder': linkTo(() => '.'),
  'link to the folder above': linkTo(() => '..'),
  'link to a device': linkTo(() => '/dev/zero'),
  'link to the root': linkTo(() => '/'),
  'link to a file of its own': (path) => {
    const elsewhere = `${path}.elsewhere`;
    removed(elsewhere);
    renameSync(path, elsewhere);
    symlinkSync(basename(elsewhere), path);
  },
  pipe: (path) => {
    removed(path);
    execFileSync('mkfifo', [path]);
  },
  folder: (path) => {
    removed(path);
    mkdirSync(join(path, basename(path)), { recursive: true });
  },
  'folder with files of all names': (path, random) => {
    removed(path);
    mkdirSync(path);
    for (const name of NAMES) writeFileSync(join(path, name), random.chance(0.5) ? '' : '{}');
    // No UTF-8: Node cannot name it.
    writeFileSync(
      Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0xff, 0xfe, 0x2e, 0x6a, 0x73, 0x6f, 0x6e, 0x6c])]),
      '{}',
    );
  },
  'deep folders': (path) => {
    removed(path);
    mkdirSync(join(path, ...Array.from({ length: 40 }, () => basename(path).slice(0, 30))), {
      recursive: true,
    });
  },
  'empty file': (path) => {
    removed(path);
    writeFileSync(path, '');
  },
  nothing: removed,
  'no permission': (path) => chmodSync(path, 0),
};

const NAMES = [
  'a\nb.jsonl',
  '-rf.json',
  ' .jsonl',
  '.jsonl',
  '.json',
  '..jsonl',
  '__proto__',
  'constructor.json',
  `${'x'.repeat(240)}.jsonl`,
  '\u202ex.jsonl',
  'a?b#c%20.jsonl',
  'session-.json',
  'session-2026.json',
];

/** Root may read what has no permissions: nothing to see. */
const IS_ROOT = process.getuid?.() === 0;
const NAMES_OF_TRAPS = Object.keys(TRAPS).filter((name) => !(IS_ROOT && name === 'no permission'));

/** Files and folders of a store are replaced by what a store never holds. */
export async function treeCase(input: CaseInput): Promise<CaseResult> {
  const { seeds, folder, random } = input;
  const seed = random.pick(seeds);
  const home = homeOf(folder);
  writeHome(home, seed.files);
  let records = 0;
  for (let left = random.pick([1, 1, 2, 4]); left > 0; left -= 1) {
    const paths = pathsBelow(home);
    if (paths.length === 0) break;
    const path = random.pick(paths);
    const name = random.pick(NAMES_OF_TRAPS);
    spring(name, path, random);
    records += 1;
  }
  const faults = new Faults();
  await checkHome(input, seed, faults);
  return { faults: faults.found, records };
}

/** A trap inside of another one may have no room: names and paths have limits. */
export function spring(name: string, path: string, random: Random): void {
  try {
    TRAPS[name]?.(path, random);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

/** Without following links; without names that are no UTF-8. */
function pathsBelow(directory: string): string[] {
  return childrenOf(Buffer.from(directory)).flatMap((bytes) => {
    const path = bytes.toString('utf8');
    if (!Buffer.from(path).equals(bytes)) return [];
    return lstatSync(path).isDirectory() ? [path, ...pathsBelow(path)] : [path];
  });
}
