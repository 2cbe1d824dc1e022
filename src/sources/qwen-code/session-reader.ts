import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ReadReport, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import { describeChat } from '../gemini-cli/describe.ts';
import { parseLeanLine } from '../gemini-cli/lean-line.ts';
import { absent } from '../gemini-cli/paths.ts';
import { readChat } from '../gemini-cli/session-reader.ts';
import { readSmallFile } from '../gemini-cli/side-files.ts';
import { forEachLine } from '../json-lines.ts';
import { parseLine } from '../parse-record.ts';
import type { SessionReader } from '../source.ts';
import { tellUnreadable } from '../unreadable-file.ts';
import { describeTranscript } from './describe.ts';
import { ignoredHead, lineHead } from './lines.ts';
import { Transcript } from './transcript.ts';

export const qwenCodeReader: SessionReader = {
  describe: (entry) => (isGeminiChat(entry) ? describeChat(entry) : describeTranscript(entry)),
  read: (entry, emit) => (isGeminiChat(entry) ? readChat(entry, emit) : readTranscript(entry, emit)),
};

/** The older layout: `tmp/<hash>/chats/session-*.json`. */
function isGeminiChat(entry: SessionEntry): boolean {
  return basename(entry.location).startsWith('session-');
}

function readTranscript(entry: SessionEntry, emit: (event: SessionEvent) => void): ReadReport {
  const report: ReadReport = { records: 0, unknown: 0, broken: 0, warnings: [] };
  const project = projectFolder(entry.location);
  const transcript = new Transcript({ emit, project, sessionId: entry.id });
  let isTorn = false;
  const readLine = (line: Buffer): void => {
    isTorn = false;
    const head = lineHead(line);
    if (head?.isIgnored) {
      transcript.pass(head);
      report.records += 1;
      return;
    }
    const parsed = parseLeanLine(line);
    report.broken += parsed.broken;
    isTorn = parsed.broken === 1;
    for (const found of parsed.records) {
      const ignored = ignoredHead(found);
      if (typeof found['uuid'] !== 'string') report.unknown += 1;
      else {
        report.records += 1;
        if (ignored) transcript.pass(ignored);
        else transcript.take(found);
      }
    }
  };
  try {
    const lines = forEachLine(entry.location, readLine);
    report.broken += lines.oversized;
    if (isTorn && lines.unterminated)
      report.warnings.push('The last line is torn; everything before it was read.');
  } catch (error) {
    tellUnreadable(error, report);
  }
  takeTodoFile(join(project, '..', '..', 'todos', `${entry.id}.json`), transcript);
  transcript.finish();
  report.unknown += transcript.unknown;
  report.records -= transcript.unknown;
  return report;
}

/** `<base>/projects/<folder>` of a chat, archived or not. */
function projectFolder(location: string): string {
  const chats = dirname(location);
  return basename(chats) === 'archive' ? dirname(dirname(chats)) : dirname(chats);
}

function takeTodoFile(path: string, transcript: Transcript): void {
  const content = readSmallFile(path);
  if (content === undefined) return;
  transcript.settle();
  const todos = parseLine(Buffer.from(content)).records[0];
  const modifiedAt = modificationTime(path);
  if (todos && modifiedAt !== undefined) transcript.plans.file(todos, modifiedAt);
}

function modificationTime(path: string): number | undefined {
  try {
    return statSync(path).mtimeMs;
  } catch (error) {
    return absent(error, undefined);
  }
}
