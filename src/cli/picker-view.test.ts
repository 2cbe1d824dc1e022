import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { matchesItem, type PickerFrame, type PickerItem, pickerFrame } from './picker-view.ts';

const item = (source: string, title: string, age: string, ending: string): PickerItem => ({
  key: `${source}:${title}`,
  source,
  title,
  age,
  ending,
  searched: `${source}:1 ${title} ${ending}`.toLowerCase(),
});
const items = [
  item('claude-code', 'Add a CSV export to the harvest report', '3 min ago', 'usage-limit'),
  item('codex', '日本語の題名がここにあります、とても長い題名です', '2 h ago', 'interrupted'),
  item('pi', 'Fix the pump', '2026-01-02', ''),
];
const frame = (more: Partial<PickerFrame> = {}): PickerFrame => ({
  input: 'x█',
  items,
  total: 3,
  focus: 1,
  preview: ['GOAL: Translate the almanac', 'NEXT: continue'],
  columns: 72,
  rows: 14,
  colour: false,
  ...more,
});

it('shows source, title, age and ending of each, and a preview of the chosen one', () => {
  expect(pickerFrame(frame())).toMatchInlineSnapshot(`
    "Hand off which session? (3)
    Search: x█
      claude-code  Add a CSV export to the harves…  3 min ago   usage-limit
    > codex        日本語の題名がここにあります、…  2 h ago     interrupted
      pi           Fix the pump                     2026-01-02
    ───────────────────────────────────────────────────────────────────────
    GOAL: Translate the almanac
    NEXT: continue




    ↑↓ choose · type to search · Enter hand off · Esc leave"
  `);
});

it('fits any terminal, and is as high whatever is typed', () => {
  for (const [columns, rows] of [
    [20, 8],
    [40, 10],
    [72, 14],
    [200, 60],
  ] as const) {
    const heights = [
      frame({ columns, rows }),
      frame({ columns, rows, items: [] }),
      frame({ columns, rows, preview: undefined }),
    ]
      .map((each) => pickerFrame(each).split('\n'))
      .map((lines) => {
        for (const line of lines) expect(stringWidth(line)).toBeLessThan(columns);
        return lines.length;
      });
    expect(new Set(heights).size).toBe(1);
    expect(heights[0]).toBeLessThanOrEqual(rows);
  }
});

it('keeps the chosen one in sight', () => {
  const many = Array.from({ length: 50 }, (_, index) => item('pi', `session ${index}`, '1 h ago', ''));
  for (const focus of [0, 5, 25, 49]) {
    const lines = pickerFrame(frame({ items: many, total: 50, focus })).split('\n');
    expect(lines.filter((line) => line.startsWith('> '))).toEqual([
      expect.stringContaining(`session ${focus} `),
    ]);
  }
});

it('says when nothing matches', () => {
  const text = pickerFrame(frame({ items: [], preview: [] }));
  expect(text).toContain('Hand off which session? (0 of 3)');
  expect(text).toContain('  Nothing matches.');
});

it('searches every word in everything that is known', () => {
  expect(matchesItem('csv limit', items[0]!)).toBe(true);
  expect(matchesItem('CLAUDE', items[0]!)).toBe(true);
  expect(matchesItem('csv pump', items[0]!)).toBe(false);
  expect(matchesItem(' ', items[0]!)).toBe(true);
});
