import { execFileSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A real repository with fixed dates. */
export class GitRepository {
  constructor(readonly root: string) {}

  static make(root: string): GitRepository {
    mkdirSync(root, { recursive: true });
    const repository = new GitRepository(root);
    repository.git('init', '-q', '-b', 'main');
    return repository;
  }

  /** A clone, of which git says that it was made at that time. */
  clone(root: string, ...options: string[]): GitRepository {
    this.gitAt('2027-01-01T00:00:00Z', 'clone', '-q', ...options, `file://${this.root}`, root);
    return new GitRepository(root);
  }

  git(...words: string[]): string {
    return this.gitAt('2026-01-01T00:00:00Z', ...words);
  }

  gitAt(at: string, ...words: string[]): string {
    return this.#run(at, '', words);
  }

  /** With standard input. */
  gitFed(input: string, ...words: string[]): string {
    return this.#run('2026-01-01T00:00:00Z', input, words);
  }

  #run(at: string, input: string, words: readonly string[]): string {
    const output = execFileSync('git', words, {
      cwd: this.root,
      encoding: 'utf8',
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: dirname(this.root),
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'Dev',
        GIT_AUTHOR_EMAIL: 'dev@example.com',
        GIT_COMMITTER_NAME: 'Dev',
        GIT_COMMITTER_EMAIL: 'dev@example.com',
        GIT_AUTHOR_DATE: at,
        GIT_COMMITTER_DATE: at,
      },
    });
    return output.trim();
  }

  /** Writes a file as of that time. */
  write(path: string, text: string, at: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, new Date(at), new Date(at));
  }

  /** Writes files and commits them; gives the commit. */
  commit(at: string, files: Record<string, string>): string {
    for (const [path, text] of Object.entries(files)) this.write(path, text, at);
    this.gitAt(at, 'add', '-A');
    this.gitAt(at, 'commit', '-q', '--allow-empty', '-m', `At ${at}`);
    return this.git('rev-parse', 'HEAD');
  }
}
