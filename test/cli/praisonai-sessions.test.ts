import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, treeHash } from './run-cli.ts';

const corpus = resolve(import.meta.dirname, '../../../shared/corpus/praisonai');

describe.skipIf(!existsSync(corpus))(
  'sessions that the Python praisonai wrote (needs the shared corpus)',
  () => {
    let home: string;
    let directory: string;
    beforeAll(() => {
      const root = mkdtempSync(join(tmpdir(), 'praisonai-cli-'));
      home = join(root, 'home');
      directory = join(root, 'repository');
      cpSync(join(corpus, 'home'), home, { recursive: true });
      execFileSync('chmod', ['-R', 'u+w', home]);
      mkdirSync(directory);
      execFileSync('git', ['init', '-q'], { cwd: directory });
      execFileSync('git', ['remote', 'add', 'origin', 'git@git.example.com:acme/shop-api.git'], {
        cwd: directory,
      });
    });
    afterAll(() => rmSync(join(home, '..'), { recursive: true, force: true }));
    const cli = (...words: string[]) => runCli(words, { home, directory });
    const upstream = (name: string) => readFileSync(join(corpus, 'upstream-output', name), 'utf8');

    it('lists the six in Python’s order, and names the broken file', () => {
      const run = cli('session', 'list', '--json');
      const rows = JSON.parse(run.stdout) as {
        session_id: string;
        updated_at: string;
        message_count: number;
      }[];
      const expected = JSON.parse(upstream('list.json')) as typeof rows;
      const facts = (list: typeof rows) =>
        list.map((row) => [row.session_id, row.updated_at, row.message_count]);
      expect(facts(rows)).toEqual(facts(expected));
      expect(run.stderr).toMatch(/^1 unreadable file left out: .*broken\.json$/m);
    });

    it.each(['logging-refactor', 'f283facb-02a2-42a6-875b-c6807dbf0903', 'tool-run', 'chat/2026:plan'])(
      'hands off %s as Python does',
      (id) => {
        const run = cli('session', 'handoff', id);
        expect(run.stdout).toBe(`${upstream(`${id.replaceAll(/[/:]/g, '_')}.handoff.txt`)}\n`);
        expect(run.code).toBe(0);
      },
    );

    it('carries the compaction summary that Python drops', () => {
      expect(cli('session', 'handoff', 'billing-fix').stdout).toContain(
        'decided to round only at export.\nRecent:',
      );
    });

    it('finds the workflow’s progress in the project', () => {
      const run = runCli(['session', 'handoff', 'billing-fix'], {
        home,
        directory: join(corpus, 'workspace'),
      });
      expect(run.stdout).toContain('PROGRESS: 2 of 3 workflow steps done; last completed: Group\n');
    });

    it('prints the documented JSON, with --json before or after the command', () => {
      const after = cli('session', 'handoff', 'logging-refactor', '--json');
      expect(cli('--json', 'session', 'handoff', 'logging-refactor').stdout).toBe(after.stdout);
      expect(JSON.parse(after.stdout)).toEqual({
        session_id: 'logging-refactor',
        handoff: upstream('logging-refactor.handoff.txt'),
        has_goal: true,
        has_checkpoint: false,
      });
    });

    it('takes the newest root session of the project without an id', () => {
      expect(JSON.parse(cli('session', 'handoff', '--json').stdout).session_id).toBe('chat/2026:plan');
    });

    it('changes not one byte, and creates nothing', () => {
      const before = treeHash(join(home, '..'));
      cli('session', 'list', '--all');
      cli('session', 'handoff');
      cli('session', 'handoff', 'no-such-session');
      cli('session', 'show', 'tool-run');
      cli('session', 'show', 'tool-run', '--recap');
      expect(treeHash(join(home, '..'))).toBe(before);
    });

    it('continues a session, and keeps every field', () => {
      const path = join(home, '.praisonai/sessions/projects/9f95b305/tool-run.json');
      const before = JSON.parse(readFileSync(path, 'utf8'));
      const run = cli('session', 'rename', 'tool-run', 'Auth', 'triage');
      expect(run.stdout).toBe('Renamed tool-run to “Auth triage”.\n');
      const after = JSON.parse(readFileSync(path, 'utf8'));
      expect(after).toEqual({
        ...before,
        updated_at: after.updated_at,
        metadata: { title: 'Auth triage' },
      });
    });
  },
);
