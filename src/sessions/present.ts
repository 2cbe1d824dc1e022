import { stripControls } from '../text/sanitize.ts';
import type { RedactLevel } from './cleaner.ts';

/**
 * Titles, search results and other short texts of sessions as they may leave this program: to the terminal, a file, an
 * MCP client. Texts that belong to one answer are given together, so that one secret has one number. What is cut before
 * it is shown goes through `buildCleaned` instead, whole.
 */
export async function present(
  texts: readonly string[],
  level: RedactLevel = 'default',
  home?: string,
): Promise<string[]> {
  const plain = texts.map(stripControls);
  if (level === 'none') return plain;
  const { createRedactor } = await import('../redaction/redactor.ts');
  return createRedactor(home === undefined ? { level } : { level, home }).redactAll(plain);
}
