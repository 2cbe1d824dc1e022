import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RecordedWork, type WorkspaceState, workspaceState } from '../src/project/workspace-state.ts';
import type { Environment } from '../src/sources/source.ts';
import { GitRepository } from './git-repository.ts';

/** The session works on Monday and ends at noon; what comes later is news. */
const BEFORE = '2026-03-02T09:00:00Z';
export const DURING = '2026-03-02T11:00:00Z';
const LAST = '2026-03-02T12:00:00Z';
export const AFTER = '2026-03-02T15:00:00Z';
export const LATER = '2026-03-03T15:00:00Z';

/** What is told of a repository without news. */
export const UNCHANGED = { keyFiles: [], uncommitted: 0 };

export const file = (path: string, gone = false) => ({ path, gone });

/** A repository of three files in one commit, and a session that worked in it. */
export class WorkspaceCase {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-')));
  readonly repository = GitRepository.make(join(this.base, 'shop'));
  readonly first = this.repository.commit(BEFORE, {
    'src/a.ts': 'a\n',
    'src/b.ts': 'b\n',
    'README.md': 'r\n',
  });

  environment(variables: Record<string, string> = {}, directory = this.base): Environment {
    const all = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', ...variables };
    return { home: join(this.base, 'home'), variables: all, platform: 'linux', directory };
  }

  /** The time is as long as a busy machine needs; a test of a git that hangs says how long it waits. */
  state(more: Partial<RecordedWork> = {}, where = this.environment(), budgetMs = 20_000): WorkspaceState {
    const directory = more.directory ?? this.repository.root;
    const recorded = {
      directory,
      directories: [directory],
      branch: 'main',
      commit: this.first,
      lastAt: Date.parse(LAST),
      keyFiles: ['src/a.ts', 'src/b.ts'],
      ...more,
    };
    return workspaceState(recorded, where, budgetMs);
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}
