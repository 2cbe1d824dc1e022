import { readFileSync } from 'node:fs';
import type { SessionEntry } from '../../model/session.ts';
import { SessionCatalog } from '../../sessions/catalog.ts';
import { buildCleaned } from '../../sessions/cleaner.ts';
import { readConversation } from '../../sessions/conversation.ts';
import type { SessionReader } from '../../sources/source.ts';
import { mapTexts } from '../../text/map-texts.ts';
import { isoTime } from '../../text/time.ts';
import type { CommonOptions } from '../command-parts.ts';
import { processEnvironment } from '../environment.ts';
import { expectLongReading } from '../long-reading.ts';
import { note, print } from '../output.ts';
import { redactLevel } from '../redact-level.ts';

interface ExportOptions extends CommonOptions {
  format?: 'md' | 'json';
  output?: string;
}

/** `session export <id>` */
export async function exportSession(id: string | undefined, options: ExportOptions): Promise<void> {
  const catalog = new SessionCatalog(processEnvironment());
  const entry = await catalog.resolve(id ?? '', options.source);
  const reader = await catalog.readerOf(entry);
  expectLongReading(entry);
  const raw = options.format === 'json' ? json(reader, entry) : markdown(reader, entry);
  const { value } = await buildCleaned(
    (clean) => mapTexts(raw, clean),
    redactLevel(options),
    catalog.environment.home,
  );
  const document = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  if (options.output === undefined) return print(document);
  const { writePrivateFile } = await import('../../private-file.ts');
  await writePrivateFile(options.output, document.endsWith('\n') ? document : `${document}\n`);
  if (!options.quiet) note(`Written to ${options.output}`);
}

/** Our own session as it is stored; of another agent's, what a session of ours holds. */
function json(reader: SessionReader, entry: SessionEntry): object {
  // Our own file with every field of it, also those that only a later version knows.
  if (reader.history?.(entry) !== undefined)
    return JSON.parse(readFileSync(entry.location, 'utf8')) as object;
  const description = reader.describe(entry);
  const { messages } = readConversation(reader, entry, Number.POSITIVE_INFINITY);
  const session = {
    session_id: entry.id,
    messages: messages.map(({ role, content, at }) => ({
      role,
      content,
      timestamp: (at ?? 0) / 1000,
      metadata: {},
    })),
    created_at: isoTime(description.createdAt ?? entry.modifiedAt),
    updated_at: isoTime(description.updatedAt ?? entry.modifiedAt),
    metadata: {
      title: description.title ?? null,
      source: entry.source,
      directory: description.directory ?? null,
    },
  };
  return session;
}

function markdown(reader: SessionReader, entry: SessionEntry): string {
  const description = reader.describe(entry);
  const { messages } = readConversation(reader, entry, Number.POSITIVE_INFINITY);
  const facts = [
    `- Session: ${entry.source}:${description.id ?? entry.id}`,
    ...(description.directory ? [`- Directory: ${description.directory}`] : []),
    `- Last activity: ${isoTime(description.updatedAt ?? entry.modifiedAt)}`,
  ];
  const body = messages.map(
    ({ role, content }) => `## ${role === 'user' ? 'User' : 'Assistant'}\n\n${content.trim()}`,
  );
  return [`# ${description.title ?? description.id ?? entry.id}`, facts.join('\n'), ...body].join('\n\n');
}
