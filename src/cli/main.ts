#!/usr/bin/env node
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
  const { run } = await import('./program.ts');
  await run(words, version);
}
