import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { identifyProject } from '../../src/project/identity.ts';
import type { Environment } from '../../src/sources/source.ts';
import type { JsonSessionStore } from '../../src/stores/json/json-session-store.ts';
import { openProjectStore } from '../../src/stores/json/open-store.ts';
import { openSessionStore } from '../../src/stores/open-session-store.ts';
import type { SessionKey, StoredSession } from '../../src/stores/session-store.ts';
import { parseStoreAddress } from '../../src/stores/store-address.ts';
import { type CliRun, runCli } from '../cli/run-cli.ts';
import { GitRepository } from '../git-repository.ts';

export const REMOTE = 'https://git.example.com/acme/shop.git';

/** A machine: a home, and a clone of the shop's repository somewhere in it. */
export class Machine {
  readonly home: string;
  readonly clone: GitRepository;
  readonly variables: Record<string, string>;

  constructor(base: string, name: string, place: string, origin: GitRepository) {
    this.home = join(base, name);
    this.variables = { PRAISONAI_HOST: name, GIT_CONFIG_NOSYSTEM: '1' };
    mkdirSync(dirname(join(this.home, place)), { recursive: true });
    this.clone = origin.clone(join(this.home, place));
    this.clone.git('remote', 'set-url', 'origin', REMOTE);
  }

  get environment(): Environment {
    const { home, variables, clone } = this;
    return {
      home,
      variables: { PATH: process.env['PATH'], ...variables },
      platform: 'linux',
      directory: clone.root,
    };
  }

  /** Runs a command in the clone. */
  run(words: readonly string[], directory = this.clone.root, more: Record<string, string> = {}): CliRun {
    return runCli(words, { home: this.home, directory, variables: { ...this.variables, ...more } });
  }

  /** As `run`; what a command that succeeded printed. */
  out(words: readonly string[], directory?: string): string {
    const { code, stdout, stderr } = this.run(words, directory);
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  /** What `push` or `pull` tells of each session. */
  transfer(...words: string[]): Record<string, unknown>[] {
    return JSON.parse(this.run(['session', ...words, '--json']).stdout).sessions;
  }

  /** PraisonAI's own sessions of the clone. */
  sessions(activeWindow = 100): JsonSessionStore {
    const project = identifyProject(this.clone.root, this.environment);
    return openProjectStore(this.environment, project, { retention: { policy: 'compact', activeWindow } });
  }
}

/** Two machines with a clone each, in directories of different names. */
export class TwoMachines {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), 'two-machines-')));
  private readonly origin = GitRepository.make(join(this.base, 'origin'));
  readonly first: string;
  readonly a: Machine;
  readonly b: Machine;

  constructor() {
    this.first = this.origin.commit('2026-10-05T08:00:00Z', {
      'src/cart.ts': 'export const total = 0;\n',
      'packages/mail/send.ts': 'export {};\n',
      'legacy/prices.ts': 'export {};\n',
    });
    this.a = new Machine(this.base, 'desk', 'work/shop', this.origin);
    this.b = new Machine(this.base, 'laptop', 'code/the-shop', this.origin);
  }

  /** What the second machine does, while nothing of the first one is on its disk. */
  apart<Result>(work: () => Result): Result {
    const away = `${this.a.home}.away`;
    renameSync(this.a.home, away);
    try {
      return work();
    } finally {
      renameSync(away, this.a.home);
    }
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

export const linesOf = (prompt: string) => prompt.trimEnd().split('\n');
export const workspaceOf = (prompt: string) =>
  linesOf(prompt).find((line) => line.startsWith('WORKSPACE')) ?? '';
export const withoutWorkspace = (prompt: string) =>
  linesOf(prompt).filter((line) => !line.startsWith('WORKSPACE'));

export async function storedIn(address: string, key: SessionKey): Promise<StoredSession | undefined> {
  const store = await openSessionStore(parseStoreAddress(address, { home: '/', directory: '/' }));
  try {
    return await store.get(key);
  } finally {
    await store.close();
  }
}

type Content = string | object[];

/** A session of Claude Code, as that agent writes it: a line for each record. */
export class ClaudeSession {
  private readonly lines: string[] = [];
  /** By the order in which they were written. */
  readonly uuids: string[] = [];
  private parent: string | null = null;

  constructor(
    private readonly machine: Machine,
    readonly id: string,
    readonly directory: string,
  ) {}

  get path(): string {
    return join(this.machine.home, '.claude/projects/-shop', `${this.id}.jsonl`);
  }

  /** The next record goes on after that one: a rewind. */
  rewindTo(uuid: string | undefined): this {
    this.parent = uuid ?? null;
    return this;
  }

  user(content: Content, more: object = {}): this {
    return this.write({ type: 'user', message: { role: 'user', content }, ...more });
  }

  says(...content: object[]): this {
    return this.write({ type: 'assistant', message: { role: 'assistant', model: 'claude-x', content } });
  }

  /** A call and its result. */
  calls(name: string, input: object, output: string, isError = false): this {
    const id = `call_${this.uuids.length}`;
    return this.says({ type: 'tool_use', id, name, input }).user([
      { type: 'tool_result', tool_use_id: id, content: output, ...(isError ? { is_error: true } : {}) },
    ]);
  }

  titled(title: string): this {
    this.lines.push(JSON.stringify({ type: 'custom-title', customTitle: title, sessionId: this.id }));
    return this;
  }

  private write(record: object): this {
    const number = String(this.uuids.length).padStart(4, '0');
    const uuid = `00000000-0000-4000-8000-${this.id.slice(0, 8)}${number}`;
    this.lines.push(
      JSON.stringify({
        parentUuid: this.parent,
        isSidechain: false,
        sessionId: this.id,
        cwd: this.directory,
        version: '2.1.332',
        gitBranch: 'main',
        uuid,
        timestamp: new Date(Date.UTC(2026, 9, 5, 9) + this.uuids.length * 1_000).toISOString(),
        ...record,
      }),
    );
    this.parent = uuid;
    this.uuids.push(uuid);
    return this;
  }

  save(): this {
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, `${this.lines.join('\n')}\n`);
    return this;
  }
}

/** Work on the cart: a rule, an edited file, a test that fails. */
export function cartSession(machine: Machine, id: string, directory = machine.clone.root): ClaudeSession {
  const path = join(machine.clone.root, 'src/cart.ts');
  return new ClaudeSession(machine, id, directory)
    .user('Give the cart a discount field. Never touch legacy/. It is done when `npm test` passes.')
    .says({ type: 'text', text: 'I will start with the total.' })
    .calls('Read', { file_path: path }, 'export const total = 0;')
    .calls(
      'Edit',
      { file_path: path, old_string: 'total = 0', new_string: 'total = 1' },
      `The file ${path} has been updated.`,
    )
    .calls('Bash', { command: 'npm test' }, 'Exit code 1\nAssertionError: expected 90 to be 100', true)
    .says({ type: 'text', text: 'The discount is taken twice. I will look at the rounding next.' })
    .save();
}
