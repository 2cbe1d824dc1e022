import { expect, it } from 'vitest';
import type { CaseResult, Limits, Measured } from './measure.ts';
import { spreadOf } from './statistics.ts';
import { against, formatTable } from './table.ts';

const measured = (name: string, runs: number[], peakBytes?: number): Measured => ({
  name,
  runs,
  time: spreadOf(runs),
  ...(peakBytes === undefined ? {} : { peakBytes }),
});

it('shows a case as a block that a person can read', () => {
  const big: CaseResult = {
    name: 'session handoff, big session',
    command: measured('command', [300, 280, 320], 149_900_000),
    floors: [measured('floor: lines', [200, 210, 190], 50_000_000)],
    limits: { ratio: 2, aim: 1.5, peakBytes: 150_000_000 },
    notes: ['printed 9 lines, 900 bytes'],
  };
  expect(formatTable([big])).toBe(
    [
      '                 median       least - most      peak',
      '',
      'session handoff, big session',
      '  command       0.300 s  0.280 s - 0.320 s  149.9 MB  (peak limit 150.0 MB: met)',
      '  floor: lines  0.200 s  0.190 s - 0.210 s   50.0 MB  command is 1.50 times (limit 2, aim 1.5: aim met) +0.100 s',
      '  (printed 9 lines, 900 bytes)',
    ].join('\n'),
  );
});

it('says that a command failed, and compares nothing with it', () => {
  const failed: CaseResult = {
    name: '--version',
    command: { name: 'command', runs: [], failure: 'exit 1: boom' },
    floors: [measured('floor', [10])],
    limits: { ratio: 2 },
    notes: [],
  };
  const text = formatTable([failed]);
  expect(text).toContain('FAILED: exit 1: boom');
  expect(text).not.toContain('times');
});

it('says where a command stands to its limits', () => {
  const say = (milliseconds: number, limits: Limits): string =>
    against(measured('command', [milliseconds]), measured('floor', [100]), limits);
  expect(say(201, { ratio: 2, aim: 1.5 })).toBe('command is 2.01 times (limit 2, aim 1.5: over) +0.101 s');
  expect(say(200, { ratio: 2, aim: 1.5 })).toContain('(limit 2, aim 1.5: met)');
  expect(say(150, { ratio: 2, aim: 1.5 })).toContain('aim met');
  expect(say(451, { extraMs: 350 })).toBe('command is 4.51 times +0.351 s (limit +0.350 s: over)');
  expect(say(450, { extraMs: 350 })).toContain('met');
  expect(say(90, {})).toBe('command is 0.90 times -0.010 s');
});
