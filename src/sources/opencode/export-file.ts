import { list, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { exportPieces } from './export-pieces.ts';
import { parseObject, type StoredMessage, type StoredSession } from './stored.ts';

/*
 * What `opencode export <session>` prints: one document `{info, messages: [{info, parts}]}`, pretty-printed or not,
 * under any file name (some tools keep it as `.jsonl`).
 */

/** `info` is the first key; with `summary.diffs` it can be long. */
const MAX_HEAD_BYTES = 16 * 1024 * 1024;

/** The session that an export describes, or `undefined` when the file is no export. Reads the head of the file. */
export function exportInfo(path: string): JsonRecord | undefined {
  for (const piece of exportPieces(path, MAX_HEAD_BYTES)) {
    if (piece.key !== 'info') continue;
    const info = parseObject(piece.bytes?.toString('utf8'));
    return typeof info?.['id'] === 'string' ? info : undefined;
  }
  return undefined;
}

/** @throws the file-system error when the file cannot be opened. */
export function openExport(path: string, explain: (reason: string) => void): StoredSession | undefined {
  const info = exportInfo(path);
  if (!info) {
    explain(`${path} is no export of OpenCode.`);
    return undefined;
  }
  const warnings: string[] = [];
  const messages = function* (): Iterable<StoredMessage> {
    for (const piece of exportPieces(path)) {
      if (piece.key === 'messages') yield storedMessage(piece.bytes);
      if (piece.key === 'torn')
        warnings.push('The end of the export is torn; everything before it was read.');
    }
  };
  return {
    info,
    facts: {},
    warnings,
    messages,
    newestMessages(count) {
      const newest: StoredMessage[] = [];
      for (const message of messages()) {
        newest.push(message);
        if (newest.length > count) newest.shift();
      }
      return newest;
    },
    todos: () => undefined,
  };
}

function storedMessage(bytes: Buffer | undefined): StoredMessage {
  const message = parseObject(bytes?.toString('utf8'));
  const info = record(message?.['info']);
  const parts = list(message?.['parts']);
  return {
    id: text(info?.['id']) ?? '',
    info,
    *parts(newest) {
      for (const part of newest === undefined ? parts : parts.slice(-newest)) {
        const data = record(part);
        yield { id: text(data?.['id']) ?? '', data };
      }
    },
  };
}
