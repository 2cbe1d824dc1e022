#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { version } from '../../package.json' with { type: 'json' };

const words = process.argv.slice(2);

// A pipe that closes early (`praisonai … | head`) ends the program quietly.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  // A session is read once, in less than a second: optimising every function that is called a few thousand times costs
  // more (a third of the processor time at 50 MB) than it gains. Functions that stay hot are still optimised, later.
  setFlagsFromString('--interrupt-budget=1000000');
  // Records are garbage as soon as they are folded: collect them before the heap grows (1 GB session: 133 MB, not 159).
  setFlagsFromString('--heap-growing-percent=20');
  const { run } = await import('./program.ts');
  await run(words, version);
}
