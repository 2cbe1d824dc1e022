import stringWidth from 'string-width';
import { cutCells as cutTo } from './cell-width.ts';
import { bold, dim } from './colour.ts';

/** A session as the picker shows it. */
export interface PickerItem {
  /** `source:id`. */
  key: string;
  source: string;
  title: string;
  age: string;
  ending: string;
  /** Everything that typing searches, in lower case. */
  searched: string;
}

export interface PickerFrame {
  /** What was typed, with the cursor in it. */
  input: string;
  /** The items that match. */
  items: readonly PickerItem[];
  /** How many there are without a search. */
  total: number;
  /** Place of the chosen one among `items`. */
  focus: number;
  /** The beginning of its prompt; `undefined` while it is read. */
  preview: readonly string[] | undefined;
  columns: number;
  rows: number;
  colour: boolean;
}

const cutCells = (text: string, width: number): string => cutTo(text, width, stringWidth);

const MOST_ITEMS = 10;
const MOST_PREVIEW_LINES = 9;
const MIN_ITEMS = 3;
/** Heading, search line, the rule above the preview, the keys; the last row stays free. */
const OTHER_LINES = 5;

/** True when every word that was typed is somewhere in the item. */
export function matchesItem(typed: string, item: PickerItem): boolean {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => item.searched.includes(word));
}

/**
 * The whole picker as lines that fit the terminal. Their number depends on the terminal and on `total` alone: the list
 * does not jump while one types.
 */
export function pickerFrame(frame: PickerFrame): string {
  const width = Math.max(10, frame.columns - 1);
  const free = Math.max(MIN_ITEMS, frame.rows - OTHER_LINES);
  const itemLines = Math.min(MOST_ITEMS, frame.total, free);
  const previewLines = Math.max(0, Math.min(MOST_PREVIEW_LINES, free - itemLines));
  const found =
    frame.items.length === frame.total ? `${frame.total}` : `${frame.items.length} of ${frame.total}`;
  const style = frame.colour ? { bold, dim } : { bold: plain, dim: plain };
  const items = itemWindow(frame, itemLines).map(({ item, chosen }) => {
    const line = `${chosen ? '>' : ' '} ${itemLine(item, frame.items, width - 2)}`;
    return chosen ? style.bold(line) : line;
  });
  const preview = frame.items.length > 0 ? previewOf(frame.preview, previewLines, width).map(style.dim) : [];
  return [
    style.bold(cutCells(`Hand off which session? (${found})`, width)),
    `Search: ${frame.input}`,
    ...filled(items.length > 0 ? items : ['  Nothing matches.'], itemLines),
    ...(previewLines > 0 ? [style.dim('─'.repeat(width)), ...filled(preview, previewLines)] : []),
    style.dim(cutCells('↑↓ choose · type to search · Enter hand off · Esc leave', width)),
  ].join('\n');
}

function filled(lines: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => lines[index] ?? '');
}

/** The items around the chosen one. */
function itemWindow({ items, focus }: PickerFrame, lines: number): { item: PickerItem; chosen: boolean }[] {
  const start = Math.max(0, Math.min(focus - Math.floor(lines / 2), items.length - lines));
  return items.slice(start, start + lines).map((item, index) => ({ item, chosen: start + index === focus }));
}

/** Source, title, age, ending; the title takes what room there is, and the ending goes first where there is little. */
function itemLine(item: PickerItem, items: readonly PickerItem[], width: number): string {
  const source = widest(items, (each) => each.source);
  const age = widest(items, (each) => each.age);
  const ending = width >= 60 ? widest(items, (each) => each.ending) : 0;
  const title = Math.max(4, width - source - age - ending - (ending > 0 ? 6 : 4));
  const cells = [padded(item.source, source), padded(item.title, title), padded(item.age, age)];
  return cutCells([...cells, ...(ending > 0 ? [item.ending] : [])].join('  ').trimEnd(), width);
}

function widest(items: readonly PickerItem[], text: (item: PickerItem) => string): number {
  return Math.max(0, ...items.map((item) => stringWidth(text(item))));
}

function padded(text: string, width: number): string {
  const cut = cutCells(text, width);
  return cut + ' '.repeat(Math.max(0, width - stringWidth(cut)));
}

function previewOf(preview: readonly string[] | undefined, lines: number, width: number): string[] {
  if (preview === undefined) return ['…'];
  return preview.slice(0, lines).map((line) => cutCells(line, width));
}

function plain(text: string): string {
  return text;
}
