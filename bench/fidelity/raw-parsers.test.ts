import { expect, it } from 'vitest';
import { parseClaude } from './raw-claude.ts';
import { parseCodex } from './raw-codex.ts';

const lines = (...records: unknown[]): string[] => records.map((record) => JSON.stringify(record));

it('reads the human, the calls and the compaction of a Claude Code session', () => {
  const user = (content: unknown, more = {}): unknown => ({
    type: 'user',
    cwd: '/w/shop',
    message: { role: 'user', content },
    ...more,
  });
  const assistant = (...content: unknown[]): unknown => ({ type: 'assistant', message: { content } });
  const { steps, directory } = parseClaude([
    ...lines(
      user('Fix the cart'),
      user('<command-name>/clear</command-name>'),
      user('Caveat: made by the harness', { isMeta: true }),
      user([{ type: 'tool_result', content: 'x' }]),
      user([
        { type: 'text', text: 'and the' },
        { type: 'text', text: 'total' },
      ]),
      user('told to a sub-agent', { isSidechain: true }),
      assistant(
        { type: 'text', text: 'Looking.' },
        { type: 'tool_use', name: 'Edit', input: { file_path: '/w/shop/src/cart.ts' } },
        { type: 'tool_use', name: 'Bash', input: { command: 'cat   src/total.ts' } },
      ),
      user('Summary: so far', { isCompactSummary: true }),
    ),
    '{"type":"user","message":{"con',
  ]);
  expect(directory).toBe('/w/shop');
  expect(steps).toEqual([
    { kind: 'human', record: 0, text: 'Fix the cart' },
    { kind: 'human', record: 4, text: 'and the\ntotal' },
    { kind: 'text', record: 6, text: 'Looking.' },
    { kind: 'tool', record: 6, name: 'Edit', files: ['src/cart.ts'], edits: ['src/cart.ts'], command: '' },
    {
      kind: 'tool',
      record: 6,
      name: 'Bash',
      files: ['src/total.ts'],
      edits: [],
      command: 'cat src/total.ts',
    },
    { kind: 'compact', record: 7, text: 'Summary: so far' },
  ]);
});

it('reads the human, the calls and the compaction of a Codex rollout, new and old', () => {
  const item = (payload: unknown): unknown => ({ type: 'response_item', payload });
  const patch = '*** Begin Patch\n*** Update File: /w/shop/src/cart.ts\n@@\n*** End Patch';
  const { steps, directory } = parseCodex(
    lines(
      { type: 'session_meta', payload: { cwd: '/w/shop' } },
      item({ type: 'message', role: 'user', content: [{ text: 'Fix the cart' }] }),
      { type: 'event_msg', payload: { type: 'user_message', message: 'Fix the cart' } },
      item({ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"cat src/total.ts"}' }),
      item({ type: 'custom_tool_call', name: 'apply_patch', input: patch }),
      item({ type: 'message', role: 'assistant', content: [{ text: 'Done.' }] }),
      { type: 'compacted', payload: { message: 'so far' } },
      { type: 'function_call', name: 'shell', arguments: '{"command":["bash","-lc","ls  src/a.ts"]}' },
    ),
  );
  expect(directory).toBe('/w/shop');
  expect(steps).toEqual([
    { kind: 'human', record: 2, text: 'Fix the cart' },
    {
      kind: 'tool',
      record: 3,
      name: 'exec_command',
      files: ['src/total.ts'],
      edits: [],
      command: 'cat src/total.ts',
    },
    {
      kind: 'tool',
      record: 4,
      name: 'apply_patch',
      files: ['src/cart.ts'],
      edits: ['src/cart.ts'],
      command: '',
    },
    { kind: 'text', record: 5, text: 'Done.' },
    { kind: 'compact', record: 6, text: 'so far' },
    { kind: 'tool', record: 7, name: 'shell', files: ['src/a.ts'], edits: [], command: 'ls src/a.ts' },
  ]);
});
