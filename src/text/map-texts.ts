interface OpenCopy {
  source: Record<string, unknown>;
  copy: object;
  keys: readonly string[];
  next: number;
}

/**
 * A copy of a plain value with every text in it replaced by `change(text)`, in the order in which they stand. Shared
 * objects stay shared; keys stay as they are, and so do the values under `literalKeys` (they hold words of our own, not
 * somebody's text).
 *
 * Without recursion: foreign JSON may nest deeper than the stack. A key `__proto__` stays a key.
 */
export function mapTexts<T>(
  value: T,
  change: (text: string) => string,
  literalKeys: ReadonlySet<string> = NONE,
): T {
  const copies = new Map<object, object>();
  const open: OpenCopy[] = [];
  const mapped = (current: unknown): unknown => {
    if (typeof current === 'string') return change(current);
    if (typeof current !== 'object' || current === null) return current;
    const known = copies.get(current);
    if (known) return known;
    const copy = Array.isArray(current) ? [] : {};
    copies.set(current, copy);
    const source = current as Record<string, unknown>;
    open.push({ source, copy, keys: Object.keys(source), next: 0 });
    return copy;
  };
  const result = mapped(value);
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const key = last.keys[last.next];
    last.next += 1;
    if (key === undefined) open.pop();
    else {
      const inner = last.source[key];
      put(last.copy, key, literalKeys.has(key) ? inner : mapped(inner));
    }
  }
  return result as T;
}

/** A plain assignment of `__proto__` would change the prototype. */
function put(target: object, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else (target as Record<string, unknown>)[key] = value;
}

const NONE: ReadonlySet<string> = new Set();
