import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asRaw, blocks, parseRaw, type Raw, string } from './raw-record.ts';

const MASKED = 'REDACTED';

/**
 * Writes an OpenCode export as the store of before 1.2: a tree of JSON files, which needs no database here.
 *
 * Exports found in public repositories have some ids masked; the tree gets new ones, in the order of the export, because
 * the store orders parts by their ids.
 */
export function writeOpencodeTree(home: string, envelope: Raw, records: readonly string[]): string {
  const storage = join(home, '.local/share/opencode/storage');
  const info = asRaw(envelope['info']) ?? {};
  const sessionID = string(info['id']) || 'ses_000000000001';
  const projectID = string(info['projectID']) || 'global';
  const directory = string(info['directory']);
  const put = (path: string[], value: unknown): void => {
    const file = join(storage, ...path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, JSON.stringify(value, null, 2));
  };
  put(['project', `${projectID}.json`], {
    id: projectID,
    worktree: directory,
    vcs: 'git',
    time: info['time'],
  });
  put(['session', projectID, `${sessionID}.json`], { ...info, ...lastUpdate(info, records), id: sessionID });
  let parentID: string | undefined;
  records.forEach((record, index) => {
    const message = parseRaw(record) ?? {};
    const data = asRaw(message['info']) ?? {};
    const id = numbered('msg', index);
    if (data['role'] === 'user') parentID = id;
    put(['message', sessionID, `${id}.json`], {
      ...data,
      id,
      sessionID,
      ...(data['parentID'] ? { parentID } : {}),
    });
    blocks(message['parts']).forEach((part, position) => {
      const partId = numbered('prt', index * 10_000 + position);
      const callID = part['callID'] === MASKED ? { callID: numbered('call', index * 10_000 + position) } : {};
      put(['part', id, `${partId}.json`], { ...part, ...callID, id: partId, messageID: id, sessionID });
    });
  });
  return join(storage, 'session', projectID, `${sessionID}.json`);
}

/** The session's own record must not tell of what comes after the cut. */
function lastUpdate(info: Raw, records: readonly string[]): Raw {
  const time = asRaw(asRaw(parseRaw(records.at(-1) ?? '')?.['info'])?.['time']);
  const updated = time?.['completed'] ?? time?.['created'];
  const { summary: _summary, ...rest } = info;
  return { ...rest, summary: undefined, time: { ...asRaw(info['time']), updated } };
}

function numbered(prefix: string, index: number): string {
  return `${prefix}_${String(index).padStart(12, '0')}`;
}
