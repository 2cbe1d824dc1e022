/**
 * A copy of a plain value with every text in it replaced by `change(text)`. Shared objects stay shared; keys stay as
 * they are, and so do the values under `literalKeys` (they hold words of our own, not somebody's text).
 */
export function mapTexts<T>(
  value: T,
  change: (text: string) => string,
  literalKeys: ReadonlySet<string> = NONE,
): T {
  const copies = new Map<object, unknown>();
  const visit = (current: unknown): unknown => {
    if (typeof current === 'string') return change(current);
    if (typeof current !== 'object' || current === null) return current;
    const known = copies.get(current);
    if (known !== undefined) return known;
    if (Array.isArray(current)) {
      const list: unknown[] = [];
      copies.set(current, list);
      for (const item of current) list.push(visit(item));
      return list;
    }
    const copy: Record<string, unknown> = {};
    copies.set(current, copy);
    for (const [key, inner] of Object.entries(current))
      copy[key] = literalKeys.has(key) ? inner : visit(inner);
    return copy;
  };
  return visit(value) as T;
}

const NONE: ReadonlySet<string> = new Set();
