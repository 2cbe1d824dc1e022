/** Foreign JSON as the judge's own simple parsers see it. */
export type Raw = { [key: string]: unknown };

export function asRaw(value: unknown): Raw | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : undefined;
}

export function parseRaw(line: string): Raw | undefined {
  try {
    return asRaw(JSON.parse(line));
  } catch (error) {
    // A torn or empty line: the judge leaves it out, as a reader would.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The objects of a content array; nothing for other values. */
export function blocks(value: unknown): Raw[] {
  return Array.isArray(value) ? value.map(asRaw).filter((block) => block !== undefined) : [];
}

export function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
