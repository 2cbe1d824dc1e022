/**
 * Prints the `scored15` baseline of the one session below HOME. With `--command 'node dist-bench/stand-in.js'` the row
 * of the command must equal the row of that baseline: it checks the judge, from the cut to the table.
 */
import { homedir } from 'node:os';
import { findSource } from '../src/sources/registry.ts';
import { baselines } from './fidelity/baselines.ts';
import { judgeFor } from './fidelity/judge.ts';
import { findSessions } from './fidelity/session-file.ts';

const [session] = findSessions(homedir());
const judge = session && judgeFor(session, findSource, false);
if (!session || !judge) {
  console.error('No session below HOME.');
  process.exitCode = 1;
} else console.log(baselines.scored15((await judge.read(session)).steps));
