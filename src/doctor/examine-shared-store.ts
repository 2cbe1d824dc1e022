import { configuredStore } from '../configuration/configured-store.ts';
import { PraisonError } from '../errors.ts';
import type { Environment } from '../sources/source.ts';
import type { SessionStore } from '../stores/session-store.ts';
import { shown } from '../stores/store-address.ts';
import { isStoreError } from '../stores/store-error.ts';
import { openSharedStore } from '../transfer/open-shared-store.ts';
import type { DoctorReport, Problem } from './report.ts';

/** More sessions are not counted. */
export const MOST_COUNTED = 10_000;

interface Examined {
  report: DoctorReport['shared_store'];
  problems: Problem[];
}

/** Whether the configured store answers, and how many sessions it holds. Makes no file. */
export async function examineSharedStore(environment: Environment): Promise<Examined> {
  let place = '';
  try {
    const address = await configuredStore(environment);
    if (address === undefined) return { report: null, problems: [] };
    place = shown(address);
    const store = await openSharedStore(address, environment, 'must-exist');
    place = store.place;
    try {
      return { report: { place, reachable: true, sessions: await countSessions(store) }, problems: [] };
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof PraisonError) && !isStoreError(error)) throw error;
    const advice =
      error instanceof PraisonError
        ? error.hints.join(' ').trim()
        : 'See PRAISONAI_STORE and docs/stores.md.';
    const report = place === '' ? null : { place, reachable: false, sessions: null };
    return { report, problems: [{ problem: error.message, advice }] };
  }
}

async function countSessions(store: SessionStore): Promise<number> {
  let sessions = 0;
  let after: string | undefined;
  do {
    const page = await store.list({ limit: 1_000, ...(after === undefined ? {} : { after }) });
    sessions += page.sessions.length;
    after = page.next;
  } while (after !== undefined && sessions < MOST_COUNTED);
  return sessions;
}
