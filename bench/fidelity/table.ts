import { COMMAND, type CutRow } from './measure.ts';
import type { FileFeatures } from './misses.ts';
import { rules } from './plant.ts';

/** The figures of one row of one method; `null` where there is nothing to measure. */
type Figures = Record<string, number | null>;

export interface SummaryRow {
  agent: string;
  cuts: 'all' | 'compact';
  method: string;
  /** Cuts that the averages stand on. */
  count: number;
  sessions: number;
  /** Each figure: the mean over sessions of the mean over a session's cuts. */
  figures: Figures;
}

const columns = {
  recall: 'recall',
  averagePrecision: 'ap',
  precision: 'prec',
  f1: 'f1',
  edit: 'edit',
  command: 'cmd',
  request: 'ask',
  task: 'task',
  swap: 'swap',
  plant: 'plant',
  grounded: 'ground',
  sameTwice: 'same',
  length: 'chars',
} as const;

/** Per agent and over all: every method over all cuts, then over the cuts at compactions. */
export function summarise(rows: readonly CutRow[]): SummaryRow[] {
  const agents = [...new Set(rows.map((row) => row.agent))];
  const groups = agents.length > 1 ? [...agents, 'all agents'] : agents;
  return groups.flatMap((agent) => {
    const own = agent === 'all agents' ? rows : rows.filter((row) => row.agent === agent);
    return [
      ...summariseCuts(agent, 'all', own),
      ...summariseCuts(
        agent,
        'compact',
        own.filter((row) => row.kind === 'compact'),
      ),
    ];
  });
}

function summariseCuts(agent: string, cuts: 'all' | 'compact', rows: readonly CutRow[]): SummaryRow[] {
  const methods = [...new Set(rows.flatMap((row) => Object.keys(row.scores)))];
  return methods.map((method) => {
    const own = rows.filter((row) => row.scores[method]);
    const sessions = bySession(own);
    const figures: Figures = {};
    for (const name of Object.keys(columns)) {
      const perSession = [...sessions.values()].map((group) =>
        mean(group.map((row) => figuresOf(row, method)[name] ?? null)),
      );
      figures[name] = mean(perSession);
    }
    return { agent, cuts, method, count: own.length, sessions: sessions.size, figures };
  });
}

function bySession(rows: readonly CutRow[]): Map<string, CutRow[]> {
  const groups = new Map<string, CutRow[]>();
  for (const row of rows) groups.set(row.session, [...(groups.get(row.session) ?? []), row]);
  return groups;
}

function figuresOf(row: CutRow, method: string): Figures {
  const score = row.scores[method]!;
  const command = method === COMMAND ? row.command : undefined;
  const named = command ? command.grounding.paths + command.grounding.commands : 0;
  return {
    ...score,
    swap: row.swapped[method] ?? null,
    plant: command?.planted ? Number(command.planted.kept) : null,
    grounded: command && named > 0 ? 1 - command.grounding.invented.length / named : null,
    sameTwice: command ? Number(command.sameTwice) : null,
  };
}

function mean(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  return present.length > 0 ? present.reduce((sum, value) => sum + value, 0) / present.length : null;
}

export function formatTable(summary: readonly SummaryRow[]): string {
  const used = Object.entries(columns).filter(([name]) => summary.some((row) => row.figures[name] !== null));
  const header = ['cuts', 'method', ...used.map(([, label]) => label), 'n'];
  const lines: string[] = [];
  for (const agent of new Set(summary.map((row) => row.agent))) {
    const own = summary.filter((row) => row.agent === agent);
    const cells = own.map((row) => [
      row.cuts,
      row.method,
      ...used.map(([name]) => formatFigure(row.figures[name] ?? null, name)),
      String(row.count),
    ]);
    lines.push(
      '',
      `${agent} (${Math.max(...own.map((row) => row.sessions))} sessions)`,
      ...align([header, ...cells]),
    );
  }
  return lines.slice(1).join('\n');
}

function formatFigure(value: number | null, name: string): string {
  if (value === null) return '-';
  return name === 'length' ? value.toFixed(0) : value.toFixed(3);
}

function align(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}

/** How often each planted rule came back. */
export function formatPlants(rows: readonly CutRow[]): string {
  const planted = rows.flatMap((row) => row.command?.planted ?? []);
  return rules
    .map((rule) => ({ rule, own: planted.filter((one) => one.rule === rule) }))
    .filter(({ own }) => own.length > 0)
    .map(({ rule, own }) => `  ${own.filter((one) => one.kept).length} of ${own.length}  ${rule}`)
    .join('\n');
}

/** Paths and commands that nothing recorded says, and runs that failed or differed. */
export function formatFaults(rows: readonly CutRow[]): string {
  const lines: string[] = [];
  for (const row of rows) {
    if (!row.command) continue;
    const { exitCode, stderr, sameTwice, grounding } = row.command;
    const where = `${row.agent} ${row.session} @${row.cut}`;
    if (exitCode !== 0) lines.push(`${where}: exit ${exitCode} ${stderr.trim().split('\n').at(-1) ?? ''}`);
    if (!sameTwice) lines.push(`${where}: two runs differ`);
    for (const text of grounding.invented) lines.push(`${where}: not recorded: ${text}`);
  }
  return lines.join('\n');
}

/** For each cut what was needed and not named, and what was named and not needed, with what the first part tells of it. */
export function formatMisses(rows: readonly CutRow[]): string {
  const lines: string[] = [];
  for (const row of rows) {
    if (!row.command) continue;
    const { missed, unneeded } = row.command.misses;
    const score = row.scores[COMMAND]!;
    lines.push(
      '',
      `${row.agent} ${row.session} @${row.cut} ${row.kind}: recall ${score.recall.toFixed(2)} of ${score.gold}`,
    );
    for (const miss of missed) {
      const more = [
        miss.neededForEdit ? 'needed for an edit' : '',
        miss.beyondCap ? 'named behind the first 15' : '',
        miss.twin ? `twin ${miss.twin}` : '',
        miss.neighbour && !miss.twin ? `beside ${miss.neighbour}` : '',
      ];
      lines.push(`  - ${describe(miss, more)}`);
    }
    for (const file of unneeded) lines.push(`  + ${describe(file, [])}`);
  }
  return lines.slice(1).join('\n');
}

function describe(file: FileFeatures, more: string[]): string {
  const facts = [
    file.onlyRead ? `only read, ${file.reads} times` : `${file.edits} edits, ${file.reads} reads`,
    `${file.lastTouched} calls ago`,
    `newest ${file.rankNewest}, scored ${file.rankScored}`,
    file.namedByHuman ? 'named by the human' : '',
    ...more,
  ];
  return `${file.path}: ${facts.filter((fact) => fact !== '').join('; ')}`;
}

/** What misses and needless names have in common, over all cuts: shares of each kind. */
export function formatMissPattern(rows: readonly CutRow[]): string {
  const all = rows.flatMap((row) => (row.command ? [row.command.misses] : []));
  const missed = all.flatMap((misses) => misses.missed);
  const unneeded = all.flatMap((misses) => misses.unneeded);
  const header = [
    '',
    'files',
    'only read',
    'by human',
    '<=10 calls',
    '<=40 calls',
    '<=15 newest',
    '<=15 scored',
  ];
  const shares = (label: string, files: readonly FileFeatures[]): string[] => {
    const share = (test: (file: FileFeatures) => boolean): string =>
      files.length > 0 ? (files.filter(test).length / files.length).toFixed(2) : '-';
    return [
      label,
      String(files.length),
      share((file) => file.onlyRead),
      share((file) => file.namedByHuman),
      share((file) => file.lastTouched < 10),
      share((file) => file.lastTouched < 40),
      share((file) => file.rankNewest <= 15),
      share((file) => file.rankScored <= 15),
    ];
  };
  const twins = missed.filter((miss) => miss.twin !== undefined).length;
  const beyond = missed.filter((miss) => miss.beyondCap).length;
  return [
    ...align([header, shares('needed, not named', missed), shares('named, not needed', unneeded)]),
    `of those not named: ${beyond} named behind the first 15, ${twins} twins of a named file`,
  ].join('\n');
}
