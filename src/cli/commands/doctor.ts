import { version } from '../../../package.json' with { type: 'json' };
import { examine } from '../../doctor/examine.ts';
import { MOST_COUNTED } from '../../doctor/examine-shared-store.ts';
import type { DoctorReport, StoreReport } from '../../doctor/report.ts';
import { SessionCatalog } from '../../sessions/catalog.ts';
import { copyMethods } from '../clipboard.ts';
import type { CommonOptions } from '../command-parts.ts';
import { processEnvironment } from '../environment.ts';
import { age, count } from '../human.ts';
import { expectLongReading } from '../long-reading.ts';
import { print, printJson, terminalWidth } from '../output.ts';
import { Progress } from '../progress.ts';
import { table } from '../table.ts';

/** `praisonai doctor`: exit code 0, whatever it finds; a program reads `problems` of the JSON. */
export async function doctor(_argument: string | undefined, options: CommonOptions): Promise<void> {
  const environment = processEnvironment();
  const catalog = new SessionCatalog(environment);
  const progress = new Progress('Looking at sessions', {
    quiet: options.quiet,
    total: () => catalog.entries().length,
  });
  const methods = copyMethods(environment, [process.stderr, process.stdout]);
  const clipboard = methods.map((method) =>
    method.kind === 'program' ? method.name : METHOD_NAMES[method.kind],
  );
  expectLongReading();
  const report = await examine({ environment, version, clipboard, looked: (done) => progress.at(done) });
  progress.clear();
  if (options.json) printJson(report);
  else print(await rendered(report));
}

const METHOD_NAMES = { tmux: 'tmux', terminal: 'the terminal (OSC 52)' } as const;

function sharedStore({ shared_store: shared }: DoctorReport): string {
  if (shared === null) return 'none is configured for session push and pull';
  if (!shared.reachable || shared.sessions === null) return `${shared.place} (see below)`;
  const more = shared.sessions >= MOST_COUNTED ? ' or more' : '';
  return `${shared.place} (${count(shared.sessions, 'session')}${more})`;
}

async function rendered(report: DoctorReport): Promise<string> {
  const facts: [string, string][] = [
    ['praisonai', `${report.version}, Node ${report.node}, ${report.platform}`],
    ['Project', `${report.project.root} (${report.project.kind}, ${report.project.id})`],
    ['SQLite', report.sqlite ?? 'none'],
    ['Locking', report.locking],
    ['Clipboard', report.clipboard.join(', ') || 'none'],
    ['Agents', report.agents.map(({ name }) => name).join(', ') || 'none on PATH'],
    ['Store', sharedStore(report)],
    ['Settings', `${report.configuration.path}${report.configuration.exists ? '' : ' (none)'}`],
  ];
  return [
    ...facts.map(([name, value]) => `${`${name}:`.padEnd(11)}${value}`),
    '',
    await storeTable(report.stores),
    '',
    ...(report.problems.length === 0
      ? ['No problems found.']
      : report.problems.flatMap(({ problem, advice }) => [`! ${problem}`, `  ${advice}`])),
  ].join('\n');
}

async function storeTable(stores: readonly StoreReport[]): Promise<string> {
  const now = Date.now();
  const found = stores.filter((store) => store.roots.some((root) => root.exists) || store.sessions > 0);
  const absent = stores.filter((store) => !found.includes(store)).map((store) => store.label);
  const rows = found.map((store) => [
    store.source,
    String(store.sessions),
    store.sub_agent_sessions > 0 ? String(store.sub_agent_sessions) : '',
    store.unreadable.length > 0 ? String(store.unreadable.length) : '',
    store.newest_at === null ? '' : age(Date.parse(store.newest_at), now),
    versionRange(store.versions),
    store.roots.find((root) => root.exists)?.path ?? '',
  ]);
  const columns = [
    { title: 'STORE' },
    { title: 'SESSIONS', align: 'right' as const },
    { title: 'SUB-AGENTS', align: 'right' as const, optional: 1 },
    { title: 'UNREADABLE', align: 'right' as const, optional: 3 },
    { title: 'NEWEST', optional: 4 },
    { title: 'VERSIONS', flexible: true, optional: 2 },
    { title: 'WHERE', flexible: true },
  ];
  const shown =
    found.length > 0
      ? await table(columns, rows, process.stdout.isTTY ? terminalWidth() : 200)
      : 'No stores.';
  return absent.length > 0 ? `${shown}\nNo store of: ${absent.join(', ')}` : shown;
}

function versionRange(versions: readonly string[]): string {
  const [first] = versions;
  const last = versions.at(-1);
  if (first === undefined || last === undefined) return '';
  if (versions.length === 1) return first;
  return `${first} – ${last}${versions.length > 2 ? ` (${count(versions.length, 'version')})` : ''}`;
}
