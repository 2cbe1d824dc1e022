import { expect, it } from 'vitest';
import { baselines } from './baselines.ts';
import { call, edit, human, read } from './made-up.ts';
import type { Step } from './step.ts';

const first: Step[] = [
  human(0, 'look at   src/old.ts'),
  read(1, 'src/old.ts'),
  edit(2, 'src/edited.ts'),
  { kind: 'text', record: 3, text: 'I looked.' },
  call(4, { name: 'Bash', files: ['src/seen.ts'], command: 'cat src/seen.ts' }),
  read(5, 'src/read.ts'),
];

it('gives the files touched last, newest first, each once', () => {
  expect(baselines.newest15([...first, read(6, 'src/old.ts')])).toBe(
    'src/old.ts\nsrc/read.ts\nsrc/seen.ts\nsrc/edited.ts',
  );
});

it('weighs edits, reading tools, recency and what the human named', () => {
  expect(baselines.scored15(first)).toBe('src/old.ts\nsrc/edited.ts\nsrc/read.ts\nsrc/seen.ts');
});

it('gives the end of the transcript, and the last four messages', () => {
  expect(baselines.tail4000(first)).toContain(
    'I looked.\nBash src/seen.ts cat src/seen.ts\nRead src/read.ts ',
  );
  expect(baselines.tail4000([human(0, 'x'.repeat(5000))])).toHaveLength(4000);
  expect(baselines.upstream(first)).toBe('• look at src/old.ts\n• I looked.');
});
