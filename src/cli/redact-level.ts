import type { RedactLevel } from '../sessions/cleaner.ts';
import type { CommonOptions } from './command-parts.ts';

/** What `--no-redact` and `--redact-level` ask for. */
export function redactLevel(options: Pick<CommonOptions, 'redact' | 'redactLevel'>): RedactLevel {
  if (options.redact === false) return 'none';
  return options.redactLevel ?? 'default';
}
