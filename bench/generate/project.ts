import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';

/**
 * A directory that git takes for a repository with a remote and no commit: what a command looks at to know its project.
 *
 * @returns PraisonAI's id of the project: eight digits of the hash of the remote without protocol and `.git`.
 */
export function makeProject(directory: string): string {
  const name = directory.slice(directory.lastIndexOf('/') + 1);
  const git = `${directory}/.git`;
  for (const folder of ['objects', 'refs/heads']) mkdirSync(`${git}/${folder}`, { recursive: true });
  writeFileSync(`${git}/HEAD`, 'ref: refs/heads/main\n');
  const remote = `git.example.com/acme/${name}`;
  writeFileSync(
    `${git}/config`,
    `[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote "origin"]\n\turl = https://${remote}.git\n`,
  );
  return createHash('sha256').update(`git-remote:${remote}`).digest('hex').slice(0, 8);
}
