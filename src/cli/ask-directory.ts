import { resolve } from 'node:path';
import { isCancel, text } from '@clack/prompts';
import { isDirectory } from '../launch/directory.ts';
import type { Environment } from '../sources/source.ts';
import { expandHome } from '../stores/paths.ts';

/** Asks where to start the agent instead; `undefined` when the person gives up. */
export async function askDirectory(missing: string, environment: Environment): Promise<string | undefined> {
  const absolute = (given: string) => resolve(environment.directory, expandHome(given, environment.home));
  const answer = await text({
    message: `The session’s directory is not on this machine: ${missing}\nStart the agent in:`,
    initialValue: environment.directory,
    validate: (given) => (isDirectory(absolute(given ?? '')) ? undefined : 'There is no such directory.'),
    output: process.stderr,
    withGuide: false,
  });
  return isCancel(answer) ? undefined : absolute(answer);
}
