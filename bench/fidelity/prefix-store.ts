import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findSource } from '../../src/sources/registry.ts';
import { writeOpencodeTree } from './opencode-tree.ts';
import { baseName } from './paths.ts';
import type { SessionFile } from './session-file.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f-]{27}';

/** Where the store's own files of before the session lie, relative to the session's file; they tell no later fact. */
const COMPANIONS = ['../.project_root', '../../../projects.json'];

/** A home directory that holds the first part of one session and nothing else. */
export interface PrefixStore {
  home: string;
  /** The session's file. */
  location: string;
  /** The session's id, as far as the file's name and first lines tell. */
  id: string;
}

/** Runs `use` with a new home that holds `records` as the session's only ones, and removes it. */
export async function withPrefixStore<T>(
  session: SessionFile,
  directory: string,
  records: readonly string[],
  use: (store: PrefixStore) => T | Promise<T>,
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'praisonai-fidelity-'));
  try {
    return await use({ home, ...writePrefix(home, session, directory, records) });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Writes the first part below `home`, with the time of its last record as its modification time. */
export function writePrefix(
  home: string,
  session: SessionFile,
  directory: string,
  records: readonly string[],
): { location: string; id: string } {
  const id = sessionId(session);
  let location: string;
  if (session.agent === 'opencode') location = writeOpencodeTree(home, session.envelope, records);
  else {
    location = join(home, placeFor(session, id, directory));
    mkdirSync(dirname(location), { recursive: true });
    writeFileSync(location, contentOf(session, records));
    copyCompanions(session, location);
  }
  const time = lastTime(records);
  utimesSync(location, time, time);
  return { location, id: listedId(home, session.agent) ?? id };
}

/** The id under which the agent's reader lists the only session of this home. */
function listedId(home: string, agent: string): string | undefined {
  const environment = { home, variables: {}, platform: process.platform, directory: home };
  const source = findSource(agent);
  const entries = source ? [...source.list(environment)] : [];
  return entries.length === 1 ? entries[0]?.id : undefined;
}

function contentOf(session: SessionFile, records: readonly string[]): string {
  if (session.form === 'lines') return `${records.join('\n')}\n`;
  const envelope = Object.entries({ ...session.envelope, lastUpdated: lastTime(records).toISOString() });
  const head = envelope.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`).join('');
  return `{${head}"messages":[${records.join(',')}]}`;
}

/** A Claude Code session carries its id in its records, Codex in the file's name; the others' readers tell. */
function sessionId(session: SessionFile): string {
  const stem = session.name.replace(/\.jsonl?$/, '');
  if (session.agent === 'codex') return new RegExp(`(${UUID})`).exec(session.name)?.[1] ?? stem;
  if (session.agent !== 'claude-code') return stem;
  return new RegExp(`"sessionId":"(${UUID})"`).exec(session.records.slice(0, 50).join('\n'))?.[1] ?? stem;
}

function placeFor(session: SessionFile, id: string, directory: string): string {
  if (session.agent === 'claude-code') {
    const slug = (directory || '/x').replace(/[^A-Za-z0-9]/g, '-');
    return `.claude/projects/${slug}/${id}.jsonl`;
  }
  if (session.agent === 'codex' && !session.name.startsWith('rollout-'))
    return `.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-${id}.jsonl`;
  return session.place;
}

function copyCompanions(session: SessionFile, location: string): void {
  if (session.agent !== 'gemini-cli') return;
  for (const companion of COMPANIONS) {
    const from = join(dirname(session.path), companion);
    if (!existsSync(from) || baseName(session.place) === '') continue;
    copyFileSync(from, join(dirname(location), companion));
  }
}

/** The last time that the records tell, so that the same cut gives the same store on every day. */
function lastTime(records: readonly string[]): Date {
  for (let index = records.length - 1; index >= 0; index -= 1) {
    const record = records[index]!;
    const text = /"timestamp":"(\d{4}-[^"]+)"/.exec(record)?.[1];
    const epoch = [...record.matchAll(/"(?:created|completed|timestamp)":(\d{13})\b/g)].at(-1)?.[1];
    const time = text ? Date.parse(text) : Number(epoch);
    if (Number.isFinite(time)) return new Date(time);
  }
  return new Date('2026-01-01T00:00:00Z');
}
