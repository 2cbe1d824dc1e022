/** Text from a value of any type: strings as they are, numbers and booleans as JavaScript prints them, all else empty. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  return '';
}

/** Lone surrogates become U+FFFD: a prompt must survive UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
}

/** The property of a value of any type; a getter that throws reads as absent. */
export function propertyOf(value: unknown, name: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  try {
    return (value as Record<string, unknown>)[name];
  } catch {
    // A hostile getter or a revoked proxy: whatever it throws, the property cannot be had.
    return undefined;
  }
}

/** The first of several spellings that holds something. */
export function firstProperty(value: unknown, names: readonly string[]): unknown {
  for (const name of names) {
    const found = propertyOf(value, name);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

/** Elements of an array of any kind; no array, no elements. Bounded, since a proxy may claim any length. */
export function elementsOf(value: unknown, most = 10_000): unknown[] {
  try {
    return Array.isArray(value) ? Array.from(value.slice(0, most)) : [];
  } catch {
    // As above: an array that cannot be read has no elements.
    return [];
  }
}

/** A finite integer, from a number or a numeric text; else `undefined`. */
export function integerOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : undefined;
}
