import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { type AgentWriter, type Scene, sizeOf } from '../scene.ts';
import type { PlanItem, Step } from '../story.ts';
import { SCHEMA } from './opencode-schema.ts';

const VERSION = '1.18.33';
const MODEL = { providerID: 'anthropic', modelID: 'claude-sonnet-4-5' };

/** Open while a home is being filled. */
const databases = new Map<string, BetterSqlite.Database>();

/** Sessions in the database of OpenCode 1.18. Its size does not count towards one session's file: all share it. */
export const opencode: AgentWriter = {
  name: 'opencode',
  obstacle: () =>
    driver() === undefined ? 'the optional package better-sqlite3 is not installed' : undefined,
  write(scene) {
    const path = scene.place('.local', 'share', 'opencode', 'opencode.db');
    const database = databases.get(path) ?? open(path);
    const id = `ses_${scene.random.token(26)}`;
    database.exec('BEGIN');
    scene.bytes += new SessionRows(scene, database, id).fill();
    database.exec('COMMIT');
    return scene.made('opencode', id, path);
  },
  finish(home) {
    for (const [path, database] of databases) {
      if (!path.startsWith(`${home}/`)) continue;
      database.close();
      databases.delete(path);
    }
  },
};

function driver(): typeof BetterSqlite | undefined {
  try {
    return createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function open(path: string): BetterSqlite.Database {
  mkdirSync(dirname(path), { recursive: true });
  const Database = driver();
  if (Database === undefined) throw new Error(`Cannot make ${path}: better-sqlite3 is not installed.`);
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.exec(SCHEMA);
  databases.set(path, database);
  return database;
}

class SessionRows {
  readonly #scene: Scene;
  readonly #database: BetterSqlite.Database;
  readonly #id: string;
  readonly #addMessage: BetterSqlite.Statement;
  readonly #addPart: BetterSqlite.Statement;
  #count = 0;
  #bytes = 0;
  #lastUser = '';

  constructor(scene: Scene, database: BetterSqlite.Database, id: string) {
    this.#scene = scene;
    this.#database = database;
    this.#id = id;
    this.#addMessage = database.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)');
    this.#addPart = database.prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)');
  }

  /** Writes the session; @returns the bytes of its rows' data. */
  fill(): number {
    const { story, request } = this.#scene;
    this.#open();
    const ending = story.ending();
    const full = request.bytes - sizeOf(ending);
    while (this.#bytes < full) this.#record(story.next());
    for (const step of ending) this.#record(step);
    this.#database.prepare('UPDATE session SET time_updated = ? WHERE id = ?').run(this.#scene.now, this.#id);
    return this.#bytes;
  }

  #open(): void {
    const { directory } = this.#scene.request;
    const now = this.#scene.now;
    const project = createHash('sha1').update(directory).digest('hex');
    this.#database
      .prepare(
        'INSERT OR IGNORE INTO project (id, worktree, vcs, time_created, time_updated, sandboxes) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(project, directory, 'git', now, now, '[]');
    this.#addSession(project);
  }

  #record(step: Step): void {
    switch (step.kind) {
      case 'request':
        this.#lastUser = this.#message({ role: 'user', agent: 'build', model: MODEL }, [
          { type: 'text', text: step.text },
        ]);
        break;
      case 'say':
        this.#answer([{ type: 'text', text: step.text }], step.endsTurn ? 'stop' : 'tool-calls');
        break;
      case 'think':
        this.#answer([
          { type: 'reasoning', text: step.text, time: { start: this.#scene.now, end: this.#scene.now + 5 } },
        ]);
        break;
      case 'run':
        this.#tool('bash', { command: step.command }, step.output, {
          output: step.output,
          exit: step.exitCode,
          truncated: false,
        });
        break;
      case 'read':
        this.#tool(
          'read',
          { filePath: step.path },
          `<path>${step.path}</path>\n<content>\n${step.content}\n</content>`,
          { preview: step.content.slice(0, 400) },
        );
        break;
      case 'search':
        this.#tool('grep', { pattern: step.pattern }, step.output, { matches: 12 });
        break;
      case 'edit': {
        const diff = `--- ${step.path}\n+++ ${step.path}\n@@ -1,4 +1,4 @@\n-${step.before}\n+${step.after}`;
        this.#tool(
          'edit',
          { filePath: step.path, oldString: step.before, newString: step.after },
          'Edit applied successfully.',
          { diff },
          [step.path],
        );
        break;
      }
      case 'write':
        this.#tool(
          'write',
          { filePath: step.path, content: step.content },
          'Wrote file successfully.',
          { filepath: step.path, exists: false },
          [step.path],
        );
        break;
      case 'plan':
        this.#plan(step.items);
        break;
      case 'sub-agent':
        this.#tool(
          'task',
          { prompt: step.task, description: step.title, subagent_type: 'general' },
          `<task_result>\n${step.answer}\n</task_result>`,
          { parentSessionId: this.#id },
        );
        break;
      case 'compaction':
        this.#message({ role: 'user', agent: 'build', model: MODEL }, [{ type: 'compaction', auto: true }]);
        this.#answer([{ type: 'text', text: step.summary }], 'stop', { summary: true, mode: 'compaction' });
        break;
      case 'interruption':
        this.#answer([{ type: 'text', text: 'Next I will' }], 'stop', {
          error: { name: 'MessageAbortedError', data: { message: 'Aborted' } },
        });
    }
  }

  #addSession(project: string): void {
    const { directory } = this.#scene.request;
    const now = this.#scene.now;
    this.#database
      .prepare(
        'INSERT INTO session (id, project_id, slug, directory, path, title, version, agent, model, time_created, time_updated) ' +
          'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        this.#id,
        project,
        'eager-crane',
        directory,
        '',
        this.#scene.story.title,
        VERSION,
        'build',
        JSON.stringify({ id: MODEL.modelID, providerID: MODEL.providerID }),
        now,
        now,
      );
  }

  /** Ids sort by time, as the agent's own do. */
  #nextId(kind: string): string {
    this.#count += 1;
    return `${kind}_${this.#scene.now.toString(16).padStart(12, '0')}${String(this.#count).padStart(7, '0')}${this.#id.slice(4, 11)}`;
  }

  #message(data: object, parts: readonly object[]): string {
    const time = this.#scene.later();
    const id = this.#nextId('msg');
    const text = JSON.stringify({ ...data, time: { created: time, completed: time + 900 } });
    this.#addMessage.run(id, this.#id, time, time, text);
    this.#bytes += text.length;
    for (const part of parts) {
      const partText = JSON.stringify(part);
      this.#addPart.run(this.#nextId('prt'), id, this.#id, time, time, partText);
      this.#bytes += Buffer.byteLength(partText);
    }
    return id;
  }

  #answer(parts: readonly object[], finish = 'tool-calls', more: object = {}): void {
    const { directory } = this.#scene.request;
    const tokens = { total: 1_630, input: 1_038, output: 80, reasoning: 0, cache: { write: 0, read: 512 } };
    const message = {
      parentID: this.#lastUser,
      role: 'assistant',
      mode: 'build',
      agent: 'build',
      path: { cwd: directory, root: directory },
      cost: 0,
      tokens,
      ...MODEL,
      finish,
      ...more,
    };
    const snapshot = this.#scene.random.hex(40);
    this.#message(message, [
      { snapshot, type: 'step-start' },
      ...parts,
      { reason: finish, snapshot, type: 'step-finish', tokens, cost: 0 },
    ]);
  }

  #tool(
    tool: string,
    input: object,
    output: string,
    metadata: object,
    changed: readonly string[] = [],
  ): void {
    const start = this.#scene.now;
    const state = {
      status: 'completed',
      input,
      output,
      metadata,
      title: tool,
      time: { start, end: start + 90 },
    };
    const part = { type: 'tool', tool, callID: `call_${this.#scene.random.token(24)}`, state };
    const patch =
      changed.length > 0 ? [{ type: 'patch', hash: this.#scene.random.hex(40), files: changed }] : [];
    this.#answer([part, ...patch]);
  }

  #plan(items: readonly PlanItem[]): void {
    const todos = items.map(({ text, status }) => ({ content: text, status, priority: 'medium' }));
    this.#tool('todowrite', { todos }, JSON.stringify(todos, null, 2), { todos });
    this.#database.prepare('DELETE FROM todo WHERE session_id = ?').run(this.#id);
    const add = this.#database.prepare('INSERT INTO todo VALUES (?, ?, ?, ?, ?, ?, ?)');
    const now = this.#scene.now;
    todos.forEach((todo, position) => {
      add.run(this.#id, todo.content, todo.status, todo.priority, position, now, now);
    });
  }
}
