import { oneLine } from '../text/sanitize.ts';
import { type CellWidth, cellWidthOf, cutCells } from './cell-width.ts';

export interface Column {
  title: string;
  align?: 'left' | 'right';
  /** May be cut when the terminal is narrow. */
  flexible?: boolean;
  /** May be left out when the terminal is too narrow for all: the one with the lowest number first. */
  optional?: number;
}

/** Flexible columns are not cut below so many cells. */
const LEAST_CELLS = 8;

/** Columns separated by two blanks, cut to `width` terminal cells; wide characters count two. What no terminal shows goes. */
export async function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): Promise<string> {
  const cells = rows.map((row) => row.map(oneLine));
  const cellWidth = await cellWidthOf([columns.map(({ title }) => title), ...cells].flat());
  return tableOf(columns, cells, width, cellWidth);
}

function tableOf(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
  cellWidth: CellWidth,
): string {
  const widths = columns.map((column, index) =>
    Math.max(cellWidth(column.title), ...rows.map((row) => cellWidth(row[index] ?? ''))),
  );
  const dropped = columnToDrop(columns, widths, width);
  if (dropped !== undefined) {
    const kept = <Cell>(cells: readonly Cell[]) => cells.filter((_cell, index) => index !== dropped);
    return tableOf(kept(columns), rows.map(kept), width, cellWidth);
  }
  shrink(columns, widths, width);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align ?? 'left', cellWidth))
      .join('  ')
      .trimEnd();
  return [line(columns.map((column) => column.title)), ...rows.map(line)].join('\n');
}

/** The column to leave out first, when even the narrowest form of all is too wide. */
function columnToDrop(
  columns: readonly Column[],
  widths: readonly number[],
  width: number,
): number | undefined {
  const narrowest = columns.map((column, index) =>
    column.flexible ? Math.min(LEAST_CELLS, widths[index] ?? 0) : (widths[index] ?? 0),
  );
  if (narrowest.reduce((sum, each) => sum + each + 2, -2) <= width) return undefined;
  const [first] = columns
    .map(({ optional }, index) => ({ optional, index }))
    .filter(({ optional }) => optional !== undefined)
    .sort((a, b) => (a.optional ?? 0) - (b.optional ?? 0));
  return first?.index;
}

function shrink(columns: readonly Column[], widths: number[], width: number): void {
  const excess = () => widths.reduce((sum, each) => sum + each, 0) + 2 * (widths.length - 1) - width;
  while (excess() > 0) {
    let widest = -1;
    columns.forEach((column, index) => {
      if (
        column.flexible &&
        (widths[index] ?? 0) > LEAST_CELLS &&
        (widest === -1 || (widths[index] ?? 0) > (widths[widest] ?? 0))
      )
        widest = index;
    });
    if (widest === -1) return;
    widths[widest] = Math.max(LEAST_CELLS, (widths[widest] ?? 0) - excess());
  }
}

function pad(text: string, width: number, align: 'left' | 'right', cellWidth: CellWidth): string {
  const shown = cutCells(text, width, cellWidth);
  const blanks = ' '.repeat(Math.max(0, width - cellWidth(shown)));
  return align === 'right' ? blanks + shown : shown + blanks;
}
