import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { cellWidthOf } from './cell-width.ts';

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));

it('gives every character of the basic plane the width that string-width gives it, also between others', async () => {
  for (let unit = 0; unit <= 0xffff; unit += 1) {
    const character = String.fromCharCode(unit);
    const texts = [character, `a${character}`, `${character}b`, `é${character}…`, character + character];
    const measure = await cellWidthOf(texts);
    if (measure !== stringWidth)
      expect(texts.map(measure), unit.toString(16)).toEqual(texts.map((text) => stringWidth(text)));
  }
});

it.each(['日本', '👍', 'e\u0301', '\u00ad', '\u200b', '\t', '\u001b[1m'])(
  'leaves %j to string-width',
  async (text) => {
    expect(await cellWidthOf(['plain', text])).toBe(stringWidth);
  },
);

it('measures plain text, and a title that was cut, without string-width', async () => {
  expect(await cellWidthOf([ascii.join(''), 'Größe – “naïve” …'])).not.toBe(stringWidth);
});
