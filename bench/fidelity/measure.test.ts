import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CutRow, casesOf, type MeasureOptions, measureCut, swap } from './measure.ts';
import { findSessions } from './session-file.ts';
import { formatFaults, formatMisses, formatPlants, formatTable, summarise } from './table.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'praisonai-measure-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const options: MeasureOptions = {
  cuts: 1,
  command: undefined,
  plant: false,
  throughEvents: false,
  strict: false,
  findSource: () => undefined,
};

/** 32 calls that read one file and edit another, then a second request that needs both again. */
function writeSession(name: string, file: string): void {
  const user = (content: string): unknown => ({ type: 'user', cwd: '/w/shop', message: { content } });
  const use = (tool: string, path: string): unknown => ({
    type: 'assistant',
    message: { content: [{ type: 'tool_use', name: tool, input: { file_path: `/w/shop/${path}` } }] },
  });
  const calls = (count: number): unknown[] =>
    Array.from({ length: count }, (_, index) =>
      use(index % 2 ? 'Edit' : 'Read', `src/${file}${index % 2}.ts`),
    );
  const records = [
    user('Fix the total of the cart'),
    ...calls(32),
    user('now the same for the invoice'),
    ...calls(12),
  ];
  mkdirSync(join(root, '.claude/projects/-w-shop'), { recursive: true });
  writeFileSync(
    join(root, '.claude/projects/-w-shop', `${name}.jsonl`),
    records.map((record) => JSON.stringify(record)).join('\n'),
  );
}

async function measure(changes: Partial<MeasureOptions>): Promise<CutRow[]> {
  const all = { ...options, ...changes };
  const cases = [];
  for (const session of findSessions(root)) cases.push(...(await casesOf(session, all)).cases);
  const rows: CutRow[] = [];
  for (const [index, cut] of cases.entries()) rows.push(await measureCut(cut, index, all));
  swap(rows, cases);
  return rows;
}

it('scores a command on the first part alone', async () => {
  writeSession('one', 'cart');
  const shell = `test "$SOURCE" = claude-code && wc -l < "$HOME/.claude/projects/-w-shop/$ID.jsonl" && echo src/cart1.ts src/other.ts`;
  const [row] = await measure({ command: { shell } });
  expect(row).toMatchObject({ agent: 'claude-code', session: 'one.jsonl', cut: 33, kind: 'human' });
  expect(row!.texts['handoff']!.trim().split(/\s+/)[0]).toBe('33');
  expect(row!.scores['handoff']).toMatchObject({ recall: 0.5, precision: 1, edit: 1, gold: 2 });
  expect(row!.command).toMatchObject({
    exitCode: 0,
    sameTwice: true,
    grounding: { invented: ['src/other.ts'] },
  });
  expect(row!.command!.misses.missed.map((miss) => miss.path)).toEqual(['src/cart0.ts']);
});

it('reads JSON output, sees runs that differ, and reports what failed', async () => {
  writeSession('one', 'cart');
  const [row] = await measure({
    command: { shell: `echo "{\\"handoff\\":\\"$TZ\\"}"; echo broken >&2; exit 3` },
  });
  expect(row!.texts['handoff']).toBe('UTC');
  expect(formatFaults([row!])).toBe(
    'claude-code one.jsonl @33: exit 3 broken\nclaude-code one.jsonl @33: two runs differ',
  );
});

it('says why a session is not measured', async () => {
  writeSession('one', 'cart');
  const [session] = findSessions(root);
  const note = async (changes: object, all = options): Promise<string | undefined> =>
    (await casesOf({ ...session!, ...changes }, all)).note;
  expect(await note({})).toBeUndefined();
  expect(await note({ agent: 'pi' })).toBe('no reader of this agent is registered');
  expect(await note({ records: session!.records.slice(0, 20) })).toBe('too short, 20 steps');
  const [, ...others] = session!.records.slice(33).map((record) => record.replaceAll('cart', 'other'));
  const records = [...session!.records.slice(0, 34), ...others];
  expect(await note({ records })).toBe('the rest needs no file that the first part knew');
});

it('plants a rule and sees whether it comes back', async () => {
  writeSession('one', 'cart');
  const shell = `head -1 "$HOME"/.claude/projects/*/*.jsonl`;
  const [row] = await measure({ command: { shell }, plant: true });
  expect(row!.command!.planted?.kept).toBe(true);
  expect(formatPlants([row!])).toMatch(/^ {2}1 of 1 {2}\S/);
  const [silent] = await measure({ command: { shell: 'true' }, plant: true });
  expect(silent!.command!.planted?.kept).toBe(false);
});

it('shows that a handoff of another session reaches nothing', async () => {
  writeSession('one', 'cart');
  writeSession('two', 'invoice');
  const rows = await measure({});
  expect(rows.map((row) => [row.scores['newest15']!.recall, row.swapped['newest15']])).toEqual([
    [1, 0],
    [1, 0],
  ]);
});

it('averages over sessions, and prints a table and the misses', async () => {
  writeSession('one', 'cart');
  const rows = await measure({ command: { shell: 'echo src/cart1.ts' } });
  const better = structuredClone(rows[0]!);
  better.session = 'two.jsonl';
  better.scores['handoff']!.recall = 1;
  const summary = summarise([...rows, structuredClone(rows[0]!), better]);
  const handoff = summary.find((row) => row.method === 'handoff' && row.cuts === 'all')!;
  expect(handoff).toMatchObject({ count: 3, sessions: 2, figures: { recall: 0.75 } });
  const table = formatTable(summary);
  expect(table).toMatch(/^claude-code \(2 sessions\)\ncuts +method +recall +ap/);
  expect(table).toMatch(/^all +handoff +0\.750 /m);
  expect(formatMisses(rows)).toBe(
    'claude-code one.jsonl @33 human: recall 0.50 of 2\n' +
      '  - src/cart0.ts: only read, 16 times; 1 calls ago; newest 2, scored 2; beside src/cart1.ts',
  );
});
