import { closeSync, readSync } from 'node:fs';
import { openRegularFile } from '../json-lines.ts';
import { type JsonRecord, parseLine } from '../parse-record.ts';
import type { Conversation } from './conversation.ts';
import { parseLeanLine } from './lean-line.ts';
import type { LogReport } from './log.ts';
import { MessageCutter } from './message-cutter.ts';

const CHUNK_BYTES = 256 * 1024;

/**
 * Reads the older form `session-*.json`: one object whose `messages` were rewritten whole after every step.
 *
 * The messages are cut out of the stream of bytes and parsed one by one: memory stays bounded, and a document that was
 * torn while it was being written still gives what stands before the tear.
 *
 * @throws UnreadableFileError; `report` then holds what was met until there.
 */
export function readDocument(path: string, conversation: Conversation, report: LogReport): void {
  const cutter = new MessageCutter((bytes) => {
    const parsed = parseLeanLine(bytes);
    report.broken += parsed.broken;
    for (const message of parsed.records) {
      conversation.message(message);
      report.records += 1;
    }
  });
  readChunks(path, (chunk) => cutter.take(chunk));
  report.torn = cutter.depth > 0;
  const metadata = documentMetadata(cutter.frame, report.torn);
  if (metadata) conversation.metadata(metadata);
  report.records += metadata ? 1 : 0;
  report.broken += cutter.oversized + cutter.strays + (report.torn || !metadata ? 1 : 0);
}

function readChunks(path: string, take: (chunk: Buffer) => void): void {
  const file = openRegularFile(path);
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let position = 0; position < file.size; ) {
      const count = readSync(file.fd, chunk, 0, Math.min(chunk.length, file.size - position), position);
      if (count === 0) break;
      position += count;
      take(chunk.subarray(0, count));
    }
  } finally {
    closeSync(file.fd);
  }
}

/** The document's own fields: what is left of it without its messages, closed where it was torn. */
function documentMetadata(frame: string, torn: boolean): JsonRecord | undefined {
  const closing = frame.includes('[') ? ']}' : '}';
  return parseLine(Buffer.from(torn ? frame.replace(/[,\s]*$/, closing) : frame)).records[0];
}
