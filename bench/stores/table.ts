import type { Measured } from './operations.ts';

/** One filled store, measured. */
export interface StoreRun {
  store: string;
  sessions: number;
  messagesEach: number;
  fillSeconds: number;
  /** Load average of the last minute, before and after. */
  load: [before: number, after: number];
  measured: Measured[];
}

/** A table for each store: operations down, sizes across, so that what grows is seen along a row. Markdown. */
export function formatRuns(runs: readonly StoreRun[]): string {
  const stores = [...new Set(runs.map(({ store }) => store))];
  return stores.map((store) => formatStore(runs.filter((run) => run.store === store))).join('\n\n');
}

function formatStore(runs: readonly StoreRun[]): string {
  const grows = runs.length > 1;
  const header = [`${runs[0]?.store}: sessions`, ...runs.map(({ sessions }) => grouped(sessions))];
  const rows = [
    ['messages of each', ...runs.map(({ messagesEach }) => String(messagesEach))],
    ...operationsOf(runs).flatMap((operation) => rowsOf(operation, runs)),
    ['load average', ...runs.map(({ load }) => load.map((value) => value.toFixed(1)).join(' - '))],
  ];
  const last = grows ? ['grows'] : [];
  return markdown([
    [...header, ...last],
    ...rows.map((row) => (row.length < header.length + 1 && grows ? [...row, ''] : row)),
  ]);
}

function operationsOf(runs: readonly StoreRun[]): string[] {
  return [...new Set(runs.flatMap(({ measured }) => measured.map(({ operation }) => operation)))];
}

function rowsOf(operation: string, runs: readonly StoreRun[]): string[][] {
  const all = runs.map(({ measured }) => measured.find((one) => one.operation === operation));
  const [first, last] = [all[0], all.at(-1)];
  const growth =
    runs.length > 1 && first !== undefined && last !== undefined
      ? [`×${(last.medianMs / first.medianMs).toPrecision(2)}`]
      : [];
  const row = [
    operation,
    ...all.map((one) => (one === undefined ? '' : `${shown(one.medianMs)} / ${shown(one.p95Ms)}`)),
    ...growth,
  ];
  const together = ['… per second, all together', ...all.map((one) => one?.perSecond.toFixed(0) ?? '')];
  return operation.includes('writers') ? [row, together] : [row];
}

/** Milliseconds, with two digits at least. */
export function shown(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 1 ? 2 : milliseconds < 10 ? 1 : 0);
}

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

function markdown(rows: readonly string[][]): string {
  const [header = [], ...body] = rows;
  const widths = header.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(header), rule, ...body.map(line)].join('\n');
}
