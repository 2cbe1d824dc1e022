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
 *
 * @param numbers of the placeholders. `ordered`: as they first occur in the texts, also those that a text already held; so
 * a session looks the same here and where it was brought to, redacted. `kept`: those of a text stay as they are.
 */
export async function buildCleaned<T>(
  build: (clean: (text: string) => string) => T,
  level: RedactLevel,
  home: string,
  numbers: 'ordered' | 'kept' = 'ordered',
): Promise<Cleaned<T>> {
  if (level === 'none') return { value: build(stripControls), secrets: {} };
  const texts = new Set<string>();
  build((text) => {
    texts.add(text);
    return text;
  });
  const { createRedactor } = await import('../redaction/redactor.ts');
  const { PlaceholderOrder } = await import('../redaction/placeholder.ts');
  const redactor = createRedactor({ level, home });
  const originals = [...texts];
  const redacted = await redactor.redactAll(originals.map(stripControls));
  const order = numbers === 'ordered' ? new PlaceholderOrder() : undefined;
  const numbered = (text: string) => order?.renumber(text) ?? text;
  const known = new Map(originals.map((text, index) => [text, numbered(redacted[index] ?? '')]));
  const value = build((text) => known.get(text) ?? numbered(redactor.redact(stripControls(text))));
  return { value, secrets: redactor.report().kinds };
}
