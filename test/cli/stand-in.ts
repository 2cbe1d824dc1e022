import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a stand-in program was started with. */
export interface StandInCall {
  arguments: string[];
  directory: string;
  input: string;
  /** Mode and content of the files that an argument names. */
  files: { mode: string; text: string }[];
}

/**
 * Puts a program of this name into a directory, to be found on PATH. It writes down how it was started, and ends with
 * the exit code of the variable STAND_IN_EXIT.
 */
export function standIn(directory: string, name: string): () => StandInCall {
  mkdirSync(directory, { recursive: true });
  const record = join(directory, `${name}.json`);
  writeFileSync(
    join(directory, name),
    `#!${process.execPath}
const { readFileSync, statSync, writeFileSync } = require('node:fs');
const paths = process.argv.slice(2).flatMap((word) => word.match(/\\/\\S*praisonai-handoff\\S*\\.txt/g) ?? []);
writeFileSync(${JSON.stringify(record)}, JSON.stringify({
  arguments: process.argv.slice(2),
  directory: process.cwd(),
  input: process.stdin.isTTY ? 'TERMINAL' : readFileSync(0, 'utf8'),
  files: paths.map((path) => ({ mode: (statSync(path).mode & 0o777).toString(8), text: readFileSync(path, 'utf8') })),
}));
process.stdout.write('${name} answers\\n');
process.exit(Number(process.env.STAND_IN_EXIT ?? 0));
`,
  );
  chmodSync(join(directory, name), 0o755);
  return () => JSON.parse(readFileSync(record, 'utf8')) as StandInCall;
}
