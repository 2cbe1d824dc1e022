import type { CaseReport } from './child.ts';

/** One row per source: what was done, what it cost, what was found. */
export function resultTable(results: ReadonlyMap<string, readonly CaseReport[]>): string {
  const rows = [...results].map(([source, reports]) => {
    const sum = (value: (report: CaseReport) => number) =>
      reports.reduce((total, each) => total + value(each), 0);
    const slowest = Math.max(0, ...reports.map(({ milliseconds }) => milliseconds));
    const peak = Math.max(0, ...reports.map(({ peakBytes }) => peakBytes));
    return [
      source,
      String(reports.length),
      String(sum(({ records }) => records)),
      (sum(({ milliseconds }) => milliseconds) / 1000).toFixed(0),
      slowest.toFixed(0),
      (peak / 1e6).toFixed(0),
      String(sum(({ faults }) => Number(faults.length > 0))),
    ];
  });
  const head = ['source', 'cases', 'records', 'CPU s', 'slowest ms', 'peak MB', 'faulty cases'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return [
    line(head),
    ...rows.sort((left, right) => ((left[0] ?? '') < (right[0] ?? '') ? -1 : 1)).map(line),
  ].join('\n');
}

/** Each fault once, with how often it was met and how to see its first case again. */
export function faultList(results: ReadonlyMap<string, readonly CaseReport[]>): string {
  const known = new Map<string, { count: number; again: string }>();
  for (const [source, reports] of results)
    for (const { seed, kind, number, faults } of reports)
      for (const { check, message } of faults) {
        const key = `${source} ${check}: ${message}`;
        const again = `npm run fuzz -- --source ${source} --seed ${seed} --case ${kind}:${number}`;
        const { count, again: first } = known.get(key) ?? { count: 0, again };
        known.set(key, { count: count + 1, again: first });
      }
  return [...known]
    .sort((left, right) => right[1].count - left[1].count)
    .map(([key, { count, again }]) => `${count}x ${key}\n    ${again}`)
    .join('\n');
}
