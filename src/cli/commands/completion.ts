import type { Command } from 'commander';
import { cutEnd } from '../../text/cut.ts';
import { type Candidate, completions } from '../completion/candidates.ts';
import { completionScripts, type Shell } from '../completion/scripts.ts';
import { processEnvironment } from '../environment.ts';
import { print } from '../output.ts';

/** Beside an id, that fits a line of a hundred cells. */
const MOST_CHARS = 55;

/** `praisonai completion <shell>` */
export async function completion(shell: string | undefined): Promise<void> {
  print(completionScripts[shell as Shell]);
}

/** `praisonai __complete -- words…`, asked by the shells' scripts. Never fails: then there are no candidates. */
export async function complete(program: Command, words: readonly string[]): Promise<void> {
  try {
    const found = await completions(program, words, processEnvironment());
    const lines = typeof found === 'string' ? [`:${found}`] : found.map(lineOf);
    if (lines.length > 0) print(lines.join('\n'));
  } catch (error) {
    // A person in the middle of a line is not told about a broken configuration: the command itself will.
    if (process.env['PRAISONAI_DEBUG']) throw error;
  }
}

/** Descriptions hold titles, which are anybody's text: one line, without tabs and controls. */
function lineOf({ value, description }: Candidate): string {
  const words = (description ?? '').replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ').trim();
  return words === '' ? value : `${value}\t${cutEnd(words, MOST_CHARS)}`;
}
