import { version } from '../../../package.json' with { type: 'json' };
import type { SessionEntry } from '../../model/session.ts';
import { SessionCatalog } from '../../sessions/catalog.ts';
import type { SessionStore } from '../../stores/session-store.ts';
import { type Pushed, pushSession } from '../../transfer/push.ts';
import type { CommonOptions } from '../command-parts.ts';
import { processEnvironment } from '../environment.ts';
import { openStoreOption, type StoreOption } from '../open-catalog.ts';
import { Progress } from '../progress.ts';
import { redactLevel } from '../redact-level.ts';
import { type ChoiceOptions, chosenEntries } from '../transfer/choose.ts';
import { TransferReport } from '../transfer/report.ts';

interface PushCommandOptions extends CommonOptions, StoreOption, ChoiceOptions {
  force?: boolean;
}

/** `session push [ids...]` */
export async function push(ids: unknown, options: PushCommandOptions): Promise<void> {
  const environment = processEnvironment();
  const catalog = new SessionCatalog(environment);
  const entries = await chosenEntries(catalog, ids, options);
  const store = await openStoreOption(options.store, environment, 'create');
  const progress = new Progress('Pushing', { quiet: options.quiet, total: () => entries.length });
  const report = new TransferReport(store.place, entries.length, options, progress);
  try {
    for (const [index, entry] of entries.entries()) {
      progress.at(index);
      await report.add(entry, () => pushOne(catalog, entry, store, options));
    }
  } finally {
    progress.clear();
    await store.close();
  }
  report.finish();
}

function pushOne(
  catalog: SessionCatalog,
  entry: SessionEntry,
  store: SessionStore,
  options: PushCommandOptions,
): Promise<Pushed> {
  return pushSession(catalog, entry, store, {
    redact: redactLevel(options),
    now: Date.now(),
    version: `praisonai ${version}`,
    force: options.force,
  });
}
