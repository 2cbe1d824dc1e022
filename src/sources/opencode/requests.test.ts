import fc from 'fast-check';
import { expect, it } from 'vitest';
import { typedCommand, typedText } from './requests.ts';

const typed = (text: string) => typedText([{ type: 'text', text }]);

it('takes off the quotes that `opencode run` puts around a prompt', () => {
  expect(typed('"fix the bug"')).toBe('fix the bug');
  expect(typed('"say \\"hi\\" twice"')).toBe('say "hi" twice');
  fc.assert(
    fc.property(
      fc
        .string({ minLength: 1 })
        .filter((text) => text.trim() === text && !text.includes('<system-reminder>')),
      (text) => {
        // A backslash before a quote, or at the end, cannot be told from an escape: such a prompt may keep its quotes.
        fc.pre(!/\\(?:"|$)/.test(text));
        const argument = text.includes(' ') ? `"${text.replaceAll('"', '\\"')}"` : text;
        fc.pre(text.includes(' ') || !text.startsWith('"'));
        expect(typed(argument)).toBe(text);
      },
    ),
  );
});

it('leaves quotes that the human typed', () => {
  for (const text of [
    '"word"',
    '"a b" and "c d"',
    'fix "the bug"',
    '"fix this"\ndata from stdin',
    '"',
    '""',
    '"a b\\"',
  ]) {
    expect(typed(text)).toBe(text);
  }
});

it('takes only what was typed', () => {
  expect(
    typedText([
      { type: 'text', text: 'Called the Read tool', synthetic: true },
      { type: 'text', text: 'Look at @a.ts' },
      { type: 'text', text: 'dropped by a plugin', ignored: true },
      { type: 'file', url: 'file:///a.ts' },
      { type: 'text', text: '<system-reminder>\nplan mode\n</system-reminder>' },
      { type: 'text', text: 7 },
      { type: 'text', text: 'and b.ts <system-reminder>torn' },
    ]),
  ).toBe('Look at @a.ts\nand b.ts');
});

it('writes a command as it was typed', () => {
  expect(typedCommand({ command: 'review', prompt: 'You review.\n\nInput: main..dev \n\nGo' })).toBe(
    '/review main..dev',
  );
  expect(typedCommand({ command: 'review', prompt: 'You review.\n\nInput: \n\nGo' })).toBe('/review');
  expect(typedCommand({ command: 'look' })).toBe('/look');
  expect(typedCommand({ prompt: 'no command' })).toBeUndefined();
});
