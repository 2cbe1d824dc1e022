import { SessionCatalog } from '../../sessions/catalog.ts';
import { JsonDocuments } from '../../stores/json/json-documents.ts';
import { globalSessionDirectory } from '../../stores/paths.ts';
import { isOriginalHere, pullSession } from '../../transfer/pull.ts';
import { StoreCatalog } from '../../transfer/store-catalog.ts';
import type { CommonOptions } from '../command-parts.ts';
import { processEnvironment } from '../environment.ts';
import { openStoreOption, type StoreOption } from '../open-catalog.ts';
import { Progress } from '../progress.ts';
import { type ChoiceOptions, chosenEntries } from '../transfer/choose.ts';
import { TransferReport } from '../transfer/report.ts';

interface PullCommandOptions extends CommonOptions, StoreOption, ChoiceOptions {
  force?: boolean;
}

const NOTHING = { messages: 0, sent: 0, replaced: 0 } as const;

/** `session pull [ids...]` */
export async function pull(ids: unknown, options: PullCommandOptions): Promise<void> {
  const environment = processEnvironment();
  const catalog = new StoreCatalog(
    environment,
    await openStoreOption(options.store, environment, 'must-exist'),
  );
  const { store } = catalog;
  const here = new JsonDocuments(globalSessionDirectory(environment));
  let known = 0;
  const progress = new Progress('Pulling', { quiet: options.quiet, total: () => known });
  try {
    const entries = await chosenEntries(catalog, ids, options);
    known = entries.length;
    const report = new TransferReport(store.place, known, options, progress);
    const originals = new SessionCatalog(environment).entries();
    for (const [index, entry] of entries.entries()) {
      progress.at(index);
      await report.add(entry, async () =>
        isOriginalHere(entry, originals)
          ? { status: 'here', ...NOTHING }
          : pullSession(store, { source: entry.source, id: entry.id }, here, { force: options.force }),
      );
    }
    progress.clear();
    report.finish();
  } finally {
    progress.clear();
    await store.close();
  }
}
