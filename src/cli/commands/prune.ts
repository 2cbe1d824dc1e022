import { PraisonError } from '../../errors.ts';
import { pruneStore } from '../../transfer/prune.ts';
import type { CommonOptions } from '../command-parts.ts';
import { confirmed } from '../confirm.ts';
import { processEnvironment } from '../environment.ts';
import { count } from '../human.ts';
import { openStoreOption, type StoreOption } from '../open-catalog.ts';
import { note, print, printJson } from '../output.ts';

interface PruneOptions extends CommonOptions, StoreOption {
  olderThan?: string;
  keepLast?: number;
  dryRun?: boolean;
  yes?: boolean;
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** `session prune` */
export async function prune(_argument: string | undefined, options: PruneOptions): Promise<void> {
  const before = Date.now() - ageOf(options.olderThan ?? '');
  const keepLast = options.keepLast ?? 0;
  const store = await openStoreOption(options.store, processEnvironment(), 'must-exist');
  try {
    const old = await pruneStore(store, { before, keepLast, dryRun: true });
    const what = `${count(old.sessions, 'session')} with ${count(old.messages, 'message')}`;
    const asked = options.dryRun || options.yes || old.sessions === 0;
    if (!asked && !(await confirmed(`Delete ${what} from ${store.place}? It cannot be undone.`))) {
      if (process.stdin.isTTY) return note('Not deleted.');
      throw new PraisonError('invalid-argument', `Not deleted: ${what}`, {
        hints: ['Without a terminal, say -y to delete without being asked, or --dry-run to count.'],
      });
    }
    const gone = options.dryRun ? old : await pruneStore(store, { before, keepLast });
    if (options.json) printJson({ store: store.place, dry_run: options.dryRun === true, ...gone });
    else if (options.dryRun) print(`Would delete ${what}.`);
    else print(`Deleted ${count(gone.sessions, 'session')} with ${count(gone.messages, 'message')}.`);
  } finally {
    await store.close();
  }
}

/** `90d`, `12h`, `6w` in milliseconds. */
function ageOf(text: string): number {
  const match = /^(\d{1,5})([hdw])$/.exec(text);
  const unit = UNITS[match?.[2] ?? ''];
  if (match === null || unit === undefined)
    throw new PraisonError('invalid-argument', `--older-than takes an age, not ${JSON.stringify(text)}.`, {
      hints: ['Hours, days or weeks: --older-than 90d'],
    });
  return Number(match[1]) * unit;
}
