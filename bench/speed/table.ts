import type { CaseResult, Limits, Measured } from './measure.ts';

type Row = [name: string, median: string, spread: string, peak: string, against: string];

const HEADER: Row = ['', 'median', 'least - most', 'peak', ''];

/** One block a case: the command, then each floor with how the command stands to it. */
export function formatTable(results: readonly CaseResult[]): string {
  const blocks = results.map((result): { title: string; rows: Row[]; notes: string[] } => ({
    title: result.name,
    rows: [
      row(result.command, peakVerdict(result.command, result.limits)),
      ...result.floors.map((floor) => row(floor, against(result.command, floor, result.limits))),
    ],
    notes: result.notes,
  }));
  const all = [HEADER, ...blocks.flatMap((block) => block.rows)];
  const widths = HEADER.map((_, column) => Math.max(...all.map((cells) => cells[column]!.length)));
  const line = (cells: Row): string =>
    cells
      .map((cell, column) =>
        column === 0 || column === 4 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd();
  return [
    line(HEADER),
    ...blocks.flatMap(({ title, rows, notes }) => [
      '',
      title,
      ...rows.map(line),
      ...notes.map((note) => `  (${note})`),
    ]),
  ].join('\n');
}

function row(measured: Measured, last: string): Row {
  const { time, failure, peakBytes } = measured;
  const name = `  ${measured.name}`;
  const peak = peakBytes === undefined ? '-' : megabytes(peakBytes);
  if (time === undefined)
    return [name, '-', '-', peak, failure === undefined ? 'not run' : `FAILED: ${failure}`];
  return [name, seconds(time.median), `${seconds(time.least)} - ${seconds(time.most)}`, peak, last];
}

/** How the command stands to a floor: `2.1 times (limit 2, aim 1.5: over)`. */
export function against(command: Measured, floor: Measured, limits: Limits): string {
  if (command.time === undefined || floor.time === undefined) return '';
  const ratio = command.time.median / floor.time.median;
  const extra = command.time.median - floor.time.median;
  const parts = [`command is ${ratio.toFixed(2)} times`];
  if (limits.ratio !== undefined) {
    const aim = limits.aim === undefined ? '' : `, aim ${limits.aim}`;
    const verdict =
      ratio > limits.ratio ? 'over' : limits.aim !== undefined && ratio <= limits.aim ? 'aim met' : 'met';
    parts.push(`(limit ${limits.ratio}${aim}: ${verdict})`);
  }
  parts.push(`${extra < 0 ? '-' : '+'}${seconds(Math.abs(extra))}`);
  if (limits.extraMs !== undefined)
    parts.push(`(limit +${seconds(limits.extraMs)}: ${extra > limits.extraMs ? 'over' : 'met'})`);
  return parts.join(' ');
}

function peakVerdict(command: Measured, limits: Limits): string {
  if (limits.peakBytes === undefined || command.peakBytes === undefined) return '';
  return `(peak limit ${megabytes(limits.peakBytes)}: ${command.peakBytes > limits.peakBytes ? 'over' : 'met'})`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(3)} s`;
}

/** Millions of bytes. */
function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
