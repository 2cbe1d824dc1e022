import { stripControls } from '../text/sanitize.ts';

/** How much is hidden before a text of a session leaves. `none`: nothing, the user asked for it. */
export type RedactLevel = 'none' | 'default' | 'strict';

export interface Cleaned<T> {
  value: T;
  /** Different secrets that were replaced, by kind. */
  secrets: Readonly<Record<string, number>>;
}

/**
 * Builds something from texts of a session with every text cleaned: terminal controls stripped, secrets replaced.
 *
 * `build` runs twice. First it only tells which texts it takes; they are redacted together, whole, so that no cut can
 * leave half a secret and one secret has one number; then it gets them back.
 */
export async function buildCleaned<T>(
  build: (clean: (text: string) => string) => T,
  level: RedactLevel,
  home: string,
): Promise<Cleaned<T>> {
  if (level === 'none') return { value: build(stripControls), secrets: {} };
  const texts = new Set<string>();
  build((text) => {
    texts.add(text);
    return text;
  });
  const { createRedactor } = await import('../redaction/redactor.ts');
  const redactor = createRedactor({ level, home });
  const originals = [...texts];
  const redacted = await redactor.redactAll(originals.map(stripControls));
  const known = new Map(originals.map((text, index) => [text, redacted[index] ?? '']));
  const value = build((text) => known.get(text) ?? redactor.redact(stripControls(text)));
  return { value, secrets: redactor.report().kinds };
}
