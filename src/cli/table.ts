import stringWidth from 'string-width';

export interface Column {
  title: string;
  align?: 'left' | 'right';
  /** May be cut when the terminal is narrow. */
  flexible?: boolean;
}

/** Columns separated by two blanks, cut to `width` terminal cells; wide characters count two. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const widths = columns.map((column, index) =>
    Math.max(stringWidth(column.title), ...rows.map((row) => stringWidth(row[index] ?? ''))),
  );
  shrink(columns, widths, width);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align ?? 'left'))
      .join('  ')
      .trimEnd();
  return [line(columns.map((column) => column.title)), ...rows.map(line)].join('\n');
}

function shrink(columns: readonly Column[], widths: number[], width: number): void {
  const excess = () => widths.reduce((sum, each) => sum + each, 0) + 2 * (widths.length - 1) - width;
  while (excess() > 0) {
    let widest = -1;
    columns.forEach((column, index) => {
      if (
        column.flexible &&
        (widths[index] ?? 0) > 8 &&
        (widest === -1 || (widths[index] ?? 0) > (widths[widest] ?? 0))
      )
        widest = index;
    });
    if (widest === -1) return;
    widths[widest] = Math.max(8, (widths[widest] ?? 0) - excess());
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
