/**
 * Numbers that look random and are the same for the same seed on every machine (sfc32, a small generator of the public
 * PractRand suite): a store made twice has the same bytes.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: string) {
    this.#a = hash(seed, 0x9e3779b9);
    this.#b = hash(seed, 0x243f6a88);
    this.#c = hash(seed, 0xb7e15162);
    for (let round = 0; round < 12; round += 1) this.#word();
  }

  #word(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 up to but not 1. */
  fraction(): number {
    return this.#word() / 0x1_0000_0000;
  }

  /** Both ends included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.fraction() * items.length)]!;
  }

  /** Half of the values lie below `median`; a larger `spread` gives a longer tail (log-normal). */
  skewed(median: number, spread: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.fraction())) * Math.cos(2 * Math.PI * this.fraction());
    return median * Math.exp(spread * normal);
  }

  hex(length: number): string {
    let digits = '';
    while (digits.length < length) digits += this.#word().toString(16).padStart(8, '0');
    return digits.slice(0, length);
  }

  /** Letters and digits, as in the ids that model services hand out. */
  token(length: number): string {
    let letters = '';
    while (letters.length < length) letters += this.#word().toString(36).padStart(7, '0').slice(-6);
    return letters.slice(0, length);
  }

  uuid(): string {
    const digits = this.hex(32);
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}`;
  }
}

/** FNV-1a over UTF-16 units. */
function hash(text: string, start: number): number {
  let value = start;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value;
}
