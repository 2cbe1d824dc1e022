import { homedir } from 'node:os';
import type { Environment } from '../sources/source.ts';

/** The environment of this process. */
export function processEnvironment(): Environment {
  return { home: homedir(), variables: process.env, platform: process.platform, directory: process.cwd() };
}
