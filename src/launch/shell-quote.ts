/** Characters that need no quotes in any POSIX shell. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** One word for a POSIX shell. The tilde and everything else a shell would expand stands for itself. */
export function quoteForShell(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** One word for PowerShell. */
export function quoteForPowerShell(word: string): string {
  return PLAIN.test(word) && !/^[@%]/.test(word) ? word : `'${word.replaceAll("'", "''")}'`;
}
