import type { SessionDescription, SessionEntry } from '../../model/session.ts';
import { buildCleaned } from '../../sessions/cleaner.ts';
import { type Conversation, readConversation } from '../../sessions/conversation.ts';
import { recapSession } from '../../sessions/recap-session.ts';
import type { SessionLookup } from '../../sessions/session-lookup.ts';
import { mapTexts } from '../../text/map-texts.ts';
import { oneLine } from '../../text/sanitize.ts';
import { isoTime } from '../../text/time.ts';
import type { CommonOptions } from '../command-parts.ts';
import { count, size } from '../human.ts';
import { expectLongReading } from '../long-reading.ts';
import { type StoreOption, withCatalog } from '../open-catalog.ts';
import { panel, print, printJson } from '../output.ts';
import { redactLevel } from '../redact-level.ts';

interface ShowOptions extends CommonOptions, StoreOption {
  recap?: boolean;
}

/** Messages that `show` prints; `session export` prints them all. */
const SHOWN = 20;

/** `session show <id>` */
export function show(id: string | undefined, options: ShowOptions): Promise<void> {
  return withCatalog(options, (catalog) => showSession(catalog, id, options));
}

async function showSession(
  catalog: SessionLookup,
  id: string | undefined,
  options: ShowOptions,
): Promise<void> {
  const entry = await catalog.resolve(id ?? '', options.source);
  const reader = await catalog.readerOf(entry);
  expectLongReading(entry);
  const level = redactLevel(options);
  const { home } = catalog.environment;
  const description = reader.describe(entry);
  if (options.recap) {
    const recap = await recapSession(catalog.sourceOf(entry), entry, home, level);
    if (options.json) printJson({ session_id: description.id ?? entry.id, source: entry.source, recap });
    else
      print(
        process.stdout.isTTY ? panel(`Recap · ${entry.source}:${description.id ?? entry.id}`, recap) : recap,
      );
    return;
  }
  const raw = { description, conversation: readConversation(reader, entry) };
  const { value } = await buildCleaned((clean) => mapTexts(raw, clean, LITERAL_KEYS), level, home);
  await showAll(entry, value, options);
}

const LITERAL_KEYS: ReadonlySet<string> = new Set([
  'id',
  'role',
  'ending',
  'parentId',
  'projectId',
  'updatedAtText',
]);

interface Shown {
  description: SessionDescription;
  conversation: Conversation;
}

async function showAll(
  entry: SessionEntry,
  { description, conversation }: Shown,
  options: ShowOptions,
): Promise<void> {
  if (options.json) {
    printJson({
      session_id: description.id ?? entry.id,
      source: entry.source,
      location: entry.location,
      size_bytes: entry.sizeBytes,
      ...description,
      messages: conversation.messages,
      messages_left_out: conversation.leftOut,
      records_broken: conversation.report.broken,
      warnings: conversation.report.warnings,
    });
    return;
  }
  const facts: [string, string | undefined][] = [
    ['Session', `${entry.source}:${description.id ?? entry.id}`],
    ['Title', description.title],
    ['Project', description.directory ?? description.projectId],
    ['Branch', description.branch],
    ['Model', description.model],
    ['Started', description.createdAt === undefined ? undefined : isoTime(description.createdAt)],
    ['Updated', isoTime(description.updatedAt ?? entry.modifiedAt)],
    ['Ended', description.ending],
    ['Size', size(entry.sizeBytes)],
    ['File', entry.location],
  ];
  const head = facts
    .filter(([, value]) => value)
    .map(([name, value]) => `${`${name}:`.padEnd(9)} ${oneLine(value ?? '')}`);
  print(`${head.join('\n')}\n\n${lastMessages(conversation)}`);
}

function lastMessages({ messages, leftOut }: Conversation): string {
  const shown = messages.slice(-SHOWN);
  const hidden = messages.length - shown.length + leftOut;
  const lines = shown.map(({ role, content }) => `${role === 'user' ? '▶' : '•'} ${content.trim()}`);
  const more = hidden > 0 ? [`… ${count(hidden, 'earlier message')}`] : [];
  return [...more, ...lines].join('\n\n') || 'No messages.';
}
