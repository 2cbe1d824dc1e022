import type { ReadReport, SessionDescription, SessionEnding, SessionEntry } from '../../model/session.ts';
import type { FileChange, SessionEvent } from '../../model/session-event.ts';
import { titleOf } from '../describe-lines.ts';
import { EventWriter } from '../event-writer.ts';
import { epochMs, list, nonEmpty, record, text } from '../fields.ts';
import { readFileEnds } from '../file-ends.ts';
import { fieldsBefore, lastObjects, readJsonDocument } from '../json-document.ts';
import { limitKind } from '../limit-message.ts';
import type { JsonRecord } from '../parse-record.ts';
import type { SessionReader } from '../source.ts';
import { blocksOf, ClineEvents, isLostProcess, textOf } from './events.ts';
import { readManifest, subAgentFiles } from './paths.ts';
import { isNotice, typedText } from './requests.ts';
import { clineActions, clineChanges } from './tools.ts';

export const clineCliReader: SessionReader = { describe, read };

function read(entry: SessionEntry, emit: (event: SessionEvent) => void): ReadReport {
  const out = new EventWriter(emit);
  const manifest = readManifest(entry);
  const metadata = record(manifest.metadata) ?? {};
  out.workspace(workspaceOf(manifest), epochMs(manifest.started_at));
  out.model(nonEmpty(manifest.model), epochMs(manifest.started_at));
  out.title(nonEmpty(metadata.title));
  const events = new ClineEvents(out, subAgentChanges(entry));
  const { report } = readJsonDocument(entry.location, 'messages', (message) => events.read(message));
  if (manifest.status === 'cancelled' && out.isWorking) out.interruption(events.lastAt);
  out.end();
  return report;
}

function workspaceOf(manifest: JsonRecord) {
  const metadata = record(manifest.metadata) ?? {};
  const first = record(list(record(metadata.checkpoint)?.history)[0]);
  return {
    directory: nonEmpty(manifest.cwd) ?? nonEmpty(manifest.workspace_root),
    branch: nonEmpty(record(metadata.git)?.branch),
    remote: nonEmpty(record(metadata.git)?.remote),
    // The checkpoint before the first request is the commit that was checked out; later ones are stashes.
    commit: first?.kind === 'commit' ? nonEmpty(first.ref) : undefined,
  };
}

/** What sub-agents changed that started between two times: their files do not name the call that started them. */
function subAgentChanges(entry: SessionEntry): (from: number, to: number) => FileChange[] {
  let files: ReturnType<typeof subAgentFiles> | undefined;
  return (from, to) => {
    files ??= subAgentFiles(entry);
    const started = files.filter(({ startedAt }) => startedAt >= from && startedAt <= to);
    files = files.filter((file) => !started.includes(file));
    const changes = new Map<string, FileChange>();
    for (const { path } of started) {
      readJsonDocument(path, 'messages', (message) => {
        for (const block of blocksOf(message)) {
          const name = block.type === 'tool_use' ? text(block.name) : undefined;
          if (name !== 'editor' && name !== 'apply_patch') continue;
          for (const change of clineChanges(name, block.input))
            changes.set(change.path, changes.get(change.path) ?? change);
        }
        return true;
      });
    }
    return [...changes.values()];
  };
}

function describe(entry: SessionEntry): SessionDescription {
  const manifest = readManifest(entry);
  const metadata = record(manifest.metadata) ?? {};
  const { directory, branch, remote, commit } = workspaceOf(manifest);
  const ends = readFileEnds(entry.location);
  const header = ends ? fieldsBefore(ends.head, 'messages') : {};
  const title =
    nonEmpty(metadata.title) ??
    titleOf(typedText(text(manifest.prompt) ?? '').text) ??
    (ends && firstRequest(ends.head));
  const createdAt = epochMs(manifest.started_at);
  const updatedAt = epochMs(header.updated_at);
  const model = nonEmpty(manifest.model);
  const parentId = nonEmpty(record(header.origin)?.parentThreadId);
  const agentVersion = nonEmpty(record(header.origin)?.version);
  return {
    ...(title ? { title } : {}),
    ...(directory ? { directory } : {}),
    ...(branch ? { branch } : {}),
    ...(commit ? { commit } : {}),
    ...(remote ? { remote } : {}),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
    ...(parentId ? { parentId } : {}),
    ending: ends ? lastEnding(ends.tail) : 'unknown',
    ...(model ? { model } : {}),
    ...(agentVersion ? { agentVersion } : {}),
  };
}

const MESSAGE = /(?<!\\)\{\s*"id"\s*:\s*"[^"\\]*"\s*,\s*"role"\s*:/g;

function firstRequest(head: Buffer): string | undefined {
  const messages = lastObjects(head, MESSAGE, Number.MAX_SAFE_INTEGER).reverse();
  const first = messages.find((message) => message.role === 'user' && !isNotice(message));
  return first && titleOf(typedText(textOf(first)).text);
}

function lastEnding(tail: Buffer): SessionEnding {
  for (const message of lastObjects(tail, MESSAGE, 6)) {
    const ending = endingOf(message);
    if (ending !== undefined) return ending;
  }
  return 'unknown';
}

function endingOf(message: JsonRecord): SessionEnding | undefined {
  const metadata = record(message.metadata);
  if (metadata?.kind === 'compaction_summary') return undefined;
  const blocks = blocksOf(message);
  if (message.role === 'user') {
    const submitted = blocks.some(
      (block) => block.type === 'tool_result' && block.name === 'submit_and_exit' && block.is_error !== true,
    );
    if (submitted) return 'finished';
    if (blocks.some((block) => block.type === 'tool_result')) return 'interrupted';
    return isNotice(message) || typedText(textOf(message)).text === '' ? undefined : 'interrupted';
  }
  if (message.role !== 'assistant') return undefined;
  if (metadata?.displayOnly === true) {
    if (metadata.displayRole !== 'error') return undefined;
    const words = textOf(message);
    if (isLostProcess(words)) return 'interrupted';
    const limit = limitKind(words);
    return limit === 'error' ? 'error' : `${limit}-limit`;
  }
  const calls = blocks.filter((block) => block.type === 'tool_use');
  if (calls.length === 0) return textOf(message) === '' ? undefined : 'finished';
  const asks = calls.some((call) => clineActions(text(call.name) ?? '', call.input)[0]?.type === 'ask');
  return asks ? 'waiting' : 'interrupted';
}
