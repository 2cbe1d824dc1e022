/**
 * Invented secrets, built at run time: the templates hold no complete prefix next to a body, so that secret scanners leave this
 * repository alone.
 */

const ALPHABETS: Readonly<Record<string, string>> = {
  A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  u: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  b: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  l: 'abcdefghijklmnopqrstuvwxyz0123456789',
  U: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  h: '0123456789abcdef',
  d: '0123456789',
};

/** Random numbers in [0, 1) that depend on the seed only. */
export type Random = () => number;

export function randomOf(seed: string): Random {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Fills a template: `{A36}` is 36 characters of alphabet `A`, `{uuid}` a UUID, `{lines8}` eight lines of base64; `¦` vanishes.
 */
export function fake(template: string, random: Random): string {
  return template.replaceAll('¦', '').replace(/\{(?:([AublUhd])(\d+)|(uuid)|lines(\d+))\}/g, (...groups) => {
    const [, alphabet, count, uuid, lines] = groups as (string | undefined)[];
    if (uuid !== undefined) return fake('{h8}-{h4}-4{h3}-a{h3}-{h12}', random);
    if (lines !== undefined)
      return Array.from({ length: Number(lines) }, () => characters('b', 64, random)).join('\n');
    return characters(alphabet ?? 'A', Number(count), random);
  });
}

/** Never without a digit and a letter where the alphabet has both and the length allows: so are generated keys. */
function characters(alphabet: string, count: number, random: Random): string {
  const all = ALPHABETS[alphabet] ?? '';
  for (;;) {
    let result = '';
    for (let index = 0; index < count; index += 1) result += all[Math.floor(random() * all.length)] ?? '';
    if (count < 12 || alphabet === 'd' || (/\d/.test(result) && /[A-Za-z]/.test(result))) {
      if (/^[A-Za-z0-9].*[A-Za-z0-9]$/s.test(result) || count < 2) return result;
    }
  }
}
