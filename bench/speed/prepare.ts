import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { claudeCode } from '../generate/agents/claude-code.ts';
import { codexOf } from '../generate/agents/codex.ts';
import { praisonAi } from '../generate/agents/praison-ai.ts';
import { makeFleet, makePraison, makeSingle, type Store } from '../generate/stores.ts';

const SMALL_BYTES = 8_000;
const BIG_BYTES = 50_000_000;
const LARGE_BYTES = 1_000_000_000;
const FLEET_SESSIONS = 2_000;
const FLEET_BYTES = 312_000_000;
const PRAISON_SESSIONS = 2_000;
const PRAISON_BYTES = 30_000;

/** A change in what a generator writes; a kept store of another version is refused. */
const GENERATOR_VERSION = 1;

export interface StoreSizes {
  /** Sizes and counts are divided by this, to try the bench out. */
  shrink: number;
}

/** How each store is made, by the name of its folder. */
export const storeMakers = {
  small: (folder) => makeSingle(folder, praisonAi(), SMALL_BYTES),
  claude: (folder, { shrink }) => makeSingle(folder, claudeCode, BIG_BYTES / shrink),
  'codex-messages': (folder, { shrink }) => makeSingle(folder, codexOf('messages'), BIG_BYTES / shrink),
  'codex-items': (folder, { shrink }) => makeSingle(folder, codexOf('items'), BIG_BYTES / shrink),
  fleet: (folder, { shrink }) => makeFleet(folder, Math.ceil(FLEET_SESSIONS / shrink), FLEET_BYTES / shrink),
  'praison-project': (folder, { shrink }) =>
    makePraison(folder, 'project', Math.ceil(PRAISON_SESSIONS / shrink), PRAISON_BYTES),
  'praison-global': (folder, { shrink }) =>
    makePraison(folder, 'global', Math.ceil(PRAISON_SESSIONS / shrink), PRAISON_BYTES),
  'claude-large': (folder, { shrink }) => makeSingle(folder, claudeCode, LARGE_BYTES / shrink),
  'codex-large': (folder, { shrink }) => makeSingle(folder, codexOf('items'), LARGE_BYTES / shrink),
} as const satisfies Record<string, (folder: string, sizes: StoreSizes) => Store>;

export type StoreName = keyof typeof storeMakers;

/** A folder of `--keep` is not the store that this run needs. */
export class KeptStoreError extends Error {
  constructor(readonly folder: string) {
    super(`${folder} exists and is not the store that this run needs: remove it, or choose another --keep.`);
    this.name = 'KeptStoreError';
  }
}

/**
 * Makes a store below `root`, or takes the one that an earlier run made and kept there.
 *
 * @throws KeptStoreError when the folder exists and is not such a store: nothing of it is overwritten.
 */
export function prepareStore(root: string, name: StoreName, sizes: StoreSizes): Store {
  const folder = `${root}/${name}`;
  const marker = `${folder}/store.json`;
  const parameters = { version: GENERATOR_VERSION, ...sizes };
  if (existsSync(folder)) {
    const kept = existsSync(marker) ? (JSON.parse(readFileSync(marker, 'utf8')) as KeptStore) : undefined;
    if (JSON.stringify(kept?.parameters) === JSON.stringify(parameters)) return kept!.store;
    throw new KeptStoreError(folder);
  }
  mkdirSync(folder, { recursive: true });
  const store = storeMakers[name](folder, sizes);
  writeFileSync(marker, JSON.stringify({ parameters, store }));
  return store;
}

interface KeptStore {
  parameters: StoreSizes & { version: number };
  store: Store;
}
