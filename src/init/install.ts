import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Environment } from '../sources/source.ts';
import type { AgentTemplate } from './templates.ts';

/** `different`: another file of the user's stands there, and stays as it is. */
export type InstallOutcome = 'written' | 'unchanged' | 'different';

/** Writes a template where its agent looks for it. Nothing that is there is ever changed. */
export function install(
  template: AgentTemplate,
  environment: Environment,
): { path: string; outcome: InstallOutcome } {
  const path = template.path(environment);
  const present = whatStandsAt(path);
  if (present !== undefined)
    return { path, outcome: present === template.content ? 'unchanged' : 'different' };
  mkdirSync(dirname(path), { recursive: true });
  // `wx`: also a file that came in this moment is left alone.
  writeFileSync(path, template.content, { flag: 'wx' });
  return { path, outcome: 'written' };
}

/** The file's text; empty for anything else of that name, a dangling link included. */
function whatStandsAt(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  return existsSync(path) && !stat.isDirectory() ? readFileSync(path, 'utf8') : '';
}
