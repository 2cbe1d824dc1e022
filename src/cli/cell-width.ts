/** The terminal cells that a text takes. */
export type CellWidth = (text: string) => number;

/**
 * Latin letters, digits and the marks of written text: a cell each, and none joins another. Exactly what string-width says
 * of them (`cell-width.test.ts`).
 */
const ONE_CELL_EACH = /^[\x20-\x7e\xa1-\xac\xae-\u024f\u2010-\u2027]*$/;

/** Measures these texts. string-width, whose tables of emoji take as long as a whole listing, is loaded where they need it. */
export async function cellWidthOf(texts: readonly string[]): Promise<CellWidth> {
  if (texts.every((text) => ONE_CELL_EACH.test(text))) return (text) => text.length;
  return (await import('string-width')).default;
}

/** A text's beginning that fits into so many terminal cells, with a mark when it was cut. */
export function cutCells(text: string, width: number, cellWidth: CellWidth): string {
  if (cellWidth(text) <= width) return text;
  let cut = '';
  let used = 1;
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    used += cellWidth(segment);
    if (used > width) break;
    cut += segment;
  }
  return `${cut}…`;
}
