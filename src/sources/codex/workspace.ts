import type { WorkspaceEvent } from '../../model/session-event.ts';
import { nonEmpty, record, text } from '../fields.ts';
import type { Emitter } from './emitter.ts';
import type { ToolCalls } from './tool-calls.ts';

/** Where the session works and with which model; sends what changes. */
export class Workspace {
  /** Facts of the thread's own meta line. */
  readonly facts: {
    agentVersion?: string;
    createdAt?: unknown;
    parentId?: string;
    subAgent?: true;
    name?: string;
  } = {};
  readonly #out: Emitter;
  readonly #calls: ToolCalls;
  #sent: WorkspaceEvent = { kind: 'workspace' };
  #model = '';
  /** A meta or turn line named the directory: what Codex tells the model about it adds nothing. */
  #recorded = false;

  constructor(out: Emitter, calls: ToolCalls) {
    this.#out = out;
    this.#calls = calls;
  }

  meta(payload: Record<string, unknown>): void {
    const git = record(payload['git']);
    const next: WorkspaceEvent = { kind: 'workspace' };
    const directory = nonEmpty(payload['cwd']) ?? this.#sent.directory;
    const branch = nonEmpty(git?.['branch']);
    const commit = nonEmpty(git?.['commit_hash']);
    const remote = nonEmpty(git?.['repository_url']);
    if (directory !== undefined) next.directory = directory;
    if (branch !== undefined) next.branch = branch;
    if (commit !== undefined) next.commit = commit;
    if (remote !== undefined) next.remote = remote;
    this.#recorded ||= nonEmpty(payload['cwd']) !== undefined;
    this.#send(next);
    this.#keepFacts(payload);
  }

  #keepFacts(payload: Record<string, unknown>): void {
    const version = nonEmpty(payload['cli_version']);
    const spawn = record(record(record(payload['source'])?.['subagent'])?.['thread_spawn']);
    const parentId =
      nonEmpty(payload['parent_thread_id']) ??
      nonEmpty(spawn?.['parent_thread_id']) ??
      nonEmpty(payload['forked_from_id']);
    if (version !== undefined) this.facts.agentVersion = version;
    if (parentId !== undefined) this.facts.parentId = parentId;
    if (isSubAgent(payload)) this.facts.subAgent = true;
    this.facts.createdAt ??= payload['timestamp'];
  }

  turnContext(payload: Record<string, unknown>): void {
    const directory = nonEmpty(payload['cwd']);
    if (directory !== undefined) {
      this.#recorded = true;
      this.#moveTo(directory);
    }
    const model = nonEmpty(payload['model']);
    if (model === undefined || model === this.#model) return;
    this.#model = model;
    this.#out.send({ kind: 'model', model });
  }

  /** A name that the human or Codex gave the thread. */
  named(name: string | undefined): void {
    if (name?.trim()) this.facts.name = name.trim();
  }

  /** Files to 0.31 name the directory only in what they tell the model. */
  environmentNote(message: string): void {
    if (this.#recorded) return;
    const directory =
      /<cwd>([^<\n]+)<\/cwd>/.exec(message)?.[1] ?? /^Current working directory: (.+)$/m.exec(message)?.[1];
    if (directory?.trim()) this.#moveTo(directory.trim());
  }

  /** Branch and commit are those of the start; they say nothing about a place outside. */
  #moveTo(directory: string): void {
    const before = this.#sent.directory;
    const related = before === undefined || isWithin(directory, before) || isWithin(before, directory);
    this.#send(related ? { ...this.#sent, directory } : { kind: 'workspace', directory });
  }

  #send(next: WorkspaceEvent): void {
    const { directory, branch, commit, remote } = this.#sent;
    if (
      next.directory === directory &&
      next.branch === branch &&
      next.commit === commit &&
      next.remote === remote
    )
      return;
    this.#sent = next;
    this.#calls.directory = next.directory;
    this.#out.send({ ...next });
  }
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

export function isSubAgent(payload: Record<string, unknown>): boolean {
  const source = record(payload['source']);
  return (
    source?.['subagent'] !== undefined ||
    payload['source'] === 'subagent' ||
    text(payload['thread_source']) === 'subagent'
  );
}
