import { dirname, join } from 'node:path';
import { PraisonError } from '../errors.ts';
import { readSmallFile, statsOf } from '../project/small-file.ts';
import { filesIn } from '../sources/directory.ts';
import { record } from '../sources/fields.ts';
import type { JsonSessionStore } from '../stores/json/json-session-store.ts';
import { readSessionBytes } from '../stores/json/read-session.ts';
import { isStoreError } from '../stores/store-error.ts';
import { parseWorkflow, type Workflow } from './parse-workflow.ts';

export interface FoundWorkflow {
  workflow: Workflow;
  /** The directory that holds `.praisonai/workflows`; checkpoints go beside it. */
  workspace: string;
  path: string;
}

/**
 * The workflow of a name: its file's name, or the name in its front matter. Looked for in the directory and those above
 * it, up to `top`.
 *
 * @throws PraisonError `workflow-not-found`, `workflow-invalid`
 */
export function findWorkflow(name: string, directory: string, top: string): FoundWorkflow {
  const names: string[] = [];
  for (const workspace of directoriesUp(directory, top)) {
    const folder = join(workspace, '.praisonai', 'workflows');
    const files = filesIn(folder, '.md').map((file) => file.slice(0, -'.md'.length));
    const exact = files.find((file) => file === name);
    const file = exact ?? files.find((each) => nameInside(join(folder, `${each}.md`)) === name.toLowerCase());
    if (file === undefined) {
      names.push(...files);
      continue;
    }
    const path = join(folder, `${file}.md`);
    const markdown = readSmallFile(path);
    if (markdown === undefined) throw new PraisonError('workflow-invalid', `Cannot read ${path}`);
    return { workflow: parseWorkflow(markdown, file), workspace, path };
  }
  throw new PraisonError('workflow-not-found', `Workflow not found: ${name}`, {
    hints: [
      names.length > 0
        ? `Workflows here: ${names.join(', ')}`
        : `Put it into ${join(directory, '.praisonai', 'workflows', 'NAME.md')}`,
    ],
    facts: { workflow: name },
  });
}

function directoriesUp(directory: string, top: string): string[] {
  const directories = [directory];
  for (let current = directory; current !== top && current !== dirname(current); ) {
    current = dirname(current);
    directories.push(current);
  }
  return directories.at(-1) === top ? directories : [directory];
}

function nameInside(path: string): string | undefined {
  return /^name\s*:\s*["']?(.*?)["']?\s*$/m
    .exec((readSmallFile(path) ?? '').slice(0, 2000))?.[1]
    ?.toLowerCase();
}

const MOST_SESSIONS = 300;

/** The newest session that ran a checkpoint: there the unfinished step's conversation is. */
export function findWorkflowSession(
  store: JsonSessionStore,
  checkpoint: string,
  workflow: string,
): string | undefined {
  const files = store.files().sort((left, right) => right.modifiedAt - left.modifiedAt);
  for (const { name, path } of files.slice(0, MOST_SESSIONS)) {
    if (statsOf(path) === undefined || !readSessionBytes(path).includes('"workflow_checkpoint"')) continue;
    const session = loaded(store, name);
    const held = record(session?.record.metadata['workflow_checkpoint']);
    if (held?.['name'] === checkpoint && held['workflow_name'] === workflow) return session?.id;
  }
  return undefined;
}

function loaded(store: JsonSessionStore, name: string): ReturnType<JsonSessionStore['load']> {
  try {
    return store.load(name);
  } catch (error) {
    // A broken session file is none that could go on.
    if (isStoreError(error, 'session-unreadable')) return undefined;
    throw error;
  }
}
