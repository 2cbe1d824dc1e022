import { execFileSync } from 'node:child_process';

/** Tests run the CLI as a person does: the built file, in a process of its own. Built once per test run. */
export default function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
