import stringWidth from 'string-width';

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

/** Columns separated by two blanks, cut to `width` terminal cells; wide characters count two. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const widths = columns.map((column, index) =>
    Math.max(stringWidth(column.title), ...rows.map((row) => stringWidth(row[index] ?? ''))),
  );
  const dropped = columnToDrop(columns, widths, width);
  if (dropped !== undefined) {
    const kept = <Cell>(cells: readonly Cell[]) => cells.filter((_cell, index) => index !== dropped);
    return table(kept(columns), rows.map(kept), width);
  }
  shrink(columns, widths, width);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align ?? 'left'))
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

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const shown = cutCells(text, width);
  const blanks = ' '.repeat(Math.max(0, width - stringWidth(shown)));
  return align === 'right' ? blanks + shown : shown + blanks;
}

/** A text's beginning that fits into so many terminal cells, with a mark when it was cut. */
export function cutCells(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let cut = '';
  let used = 1;
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    used += stringWidth(segment);
    if (used > width) break;
    cut += segment;
  }
  return `${cut}…`;
}
