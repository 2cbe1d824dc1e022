import type { ReadReport } from '../model/session.ts';

/** A file that cannot be opened or read (gone, forbidden, a loop of links, a bad disk), or is no regular file. */
export class UnreadableFileError extends Error {
  /** The system's, or `EINVAL` for what is no regular file. */
  readonly code: string;
  /** What the system says, without the path. */
  readonly reason: string;

  constructor(path: string, cause: NodeJS.ErrnoException | 'not a regular file') {
    if (cause === 'not a regular file') {
      super(`Not a regular file: ${path}`);
      this.code = 'EINVAL';
      this.reason = cause;
    } else {
      super(cause.message, { cause });
      this.code = cause.code ?? 'EIO';
      this.reason = cause.message.replace(/, \w+(?: '.*)?$/s, '');
    }
    this.name = 'UnreadableFileError';
  }
}

/**
 * Counts in a report that a session's file could not be read (any further): it vanished since it was listed, may not be
 * read, or was never a file. Any other error is thrown on.
 */
export function tellUnreadable(error: unknown, report: Pick<ReadReport, 'broken' | 'warnings'>): void {
  if (!(error instanceof UnreadableFileError)) throw error;
  report.broken += 1;
  report.warnings.push(`The file cannot be read: ${error.reason}.`);
}

/** Runs a read of a side file, which may be gone or no file: what was read of it until there stands. */
export function readIfPossible(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
  }
}
