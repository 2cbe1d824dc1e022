/**
 * JSON as Python's `json` module reads and writes it, so that a file that both programs rewrite keeps its numbers:
 * JavaScript would turn `1.0` into `1`, lose digits beyond 2^53, and refuse `NaN`, which Python writes.
 */

/** A number whose text would not survive JavaScript's own number type. Kept as written. */
export class NumberLiteral {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  get value(): number {
    return Number(this.source);
  }
}

export type PythonValue = string | number | boolean | null | NumberLiteral | PythonValue[] | PythonObject;
export interface PythonObject {
  [key: string]: PythonValue;
}

/** As deep as Python's own reader goes before it gives up. */
const MAX_DEPTH = 900;
/** Whatever might be such a number; matches inside strings only cost the slower reader. */
const FRAGILE_NUMBER = /\d\.0(?!\d)|\d[eE][+-]?\d|\d{16}|NaN|Infinity|-0/;

/** Throws `SyntaxError` for what Python's reader refuses too. */
export function parsePythonJson(text: string): PythonValue {
  return FRAGILE_NUMBER.test(text) ? new Reader(text).document() : (JSON.parse(text) as PythonValue);
}

/** The same with every number as a JavaScript number: for reading only. */
export function parsePlainJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error;
    return plainValue(new Reader(text).document());
  }
}

export function plainValue(value: PythonValue): unknown {
  if (value instanceof NumberLiteral) return value.value;
  if (Array.isArray(value)) return value.map(plainValue);
  if (value === null || typeof value !== 'object') return value;
  const result: { [key: string]: unknown } = {};
  for (const [key, item] of Object.entries(value)) define(result, key, plainValue(item));
  return result;
}

/** A plain assignment of `__proto__` would change the object's prototype. */
function define<Value>(target: { [key: string]: Value }, key: string, value: Value): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

class Reader {
  private position = 0;
  private readonly number = /-?(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|Infinity)|NaN/y;

  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  document(): PythonValue {
    const value = this.value(0);
    this.blanks();
    if (this.position < this.text.length) this.fail();
    return value;
  }

  private value(depth: number): PythonValue {
    if (depth > MAX_DEPTH) throw new SyntaxError(`nested deeper than ${MAX_DEPTH} levels`);
    this.blanks();
    const character = this.text[this.position];
    if (character === '{') return this.object(depth);
    if (character === '[') return this.array(depth);
    if (character === '"') return this.string();
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const)
      if (this.text.startsWith(word, this.position)) {
        this.position += word.length;
        return value;
      }
    return this.numeral();
  }

  private object(depth: number): PythonObject {
    const result: PythonObject = {};
    this.position++;
    if (this.skip('}')) return result;
    do {
      this.blanks();
      if (this.text[this.position] !== '"') this.fail();
      const key = this.string();
      if (!this.skip(':')) this.fail();
      define(result, key, this.value(depth + 1));
    } while (this.skip(','));
    if (!this.skip('}')) this.fail();
    return result;
  }

  private array(depth: number): PythonValue[] {
    const result: PythonValue[] = [];
    this.position++;
    if (this.skip(']')) return result;
    do result.push(this.value(depth + 1));
    while (this.skip(','));
    if (!this.skip(']')) this.fail();
    return result;
  }

  private string(): string {
    const start = this.position;
    let end = this.text.indexOf('"', start + 1);
    while (end >= 0 && this.isEscaped(end)) end = this.text.indexOf('"', end + 1);
    if (end < 0) this.fail();
    this.position = end + 1;
    return JSON.parse(this.text.slice(start, end + 1)) as string;
  }

  private isEscaped(quote: number): boolean {
    let backslashes = 0;
    while (this.text[quote - 1 - backslashes] === '\\') backslashes++;
    return backslashes % 2 === 1;
  }

  private numeral(): number | NumberLiteral {
    this.number.lastIndex = this.position;
    const source = this.number.exec(this.text)?.[0];
    if (source === undefined) return this.fail();
    this.position += source.length;
    const value = Number(source);
    return String(value) === source && Number.isFinite(value) ? value : new NumberLiteral(source);
  }

  private blanks(): void {
    while (' \n\r\t'.includes(this.text[this.position] ?? 'x')) this.position++;
  }

  private skip(character: string): boolean {
    this.blanks();
    if (this.text[this.position] !== character) return false;
    this.position++;
    return true;
  }

  private fail(): never {
    throw new SyntaxError(`unexpected JSON at character ${this.position}`);
  }
}

/**
 * The text that `json.dump(value, indent=2, ensure_ascii=False)` gives, or with `compact` the one without blanks;
 * `margin` is what lines after the first begin with, for a value inside of another.
 * Half a surrogate pair becomes U+FFFD: Python could read it but never write the session again.
 */
export function writePythonJson(value: PythonValue, layout: 'indented' | 'compact', margin = ''): string {
  const parts: string[] = [];
  write(value, parts, layout === 'indented' ? `\n${margin}` : '');
  return parts.join('');
}

function write(value: PythonValue, parts: string[], lineStart: string): void {
  if (value === null || typeof value === 'boolean') parts.push(String(value));
  else if (typeof value === 'string') parts.push(quote(value));
  else if (typeof value === 'number') parts.push(numberText(value));
  else if (value instanceof NumberLiteral) parts.push(value.source);
  else if (Array.isArray(value)) writeItems(value, parts, lineStart, '[]', (item) => item);
  else {
    const colon = lineStart === '' ? ':' : ': ';
    writeItems(Object.entries(value), parts, lineStart, '{}', ([key, item]) => {
      parts.push(quote(key), colon);
      return item;
    });
  }
}

/** `open` writes what stands before an item's value and gives that value. */
function writeItems<Item>(
  items: readonly Item[],
  parts: string[],
  lineStart: string,
  brackets: '[]' | '{}',
  open: (item: Item) => PythonValue,
): void {
  if (items.length === 0) {
    parts.push(brackets);
    return;
  }
  const inner = lineStart === '' ? '' : `${lineStart}  `;
  items.forEach((item, index) => {
    parts.push(index === 0 ? (brackets[0] ?? '') : ',', inner);
    write(open(item), parts, inner);
  });
  parts.push(lineStart, brackets[1] ?? '');
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
}

function quote(text: string): string {
  const quoted = JSON.stringify(text);
  if (!quoted.includes('\\ud')) return quoted;
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/** A Python float: with a fraction even where that is zero. */
export function pythonFloat(value: number): number | NumberLiteral {
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? new NumberLiteral(`${value}.0`) : value;
}
