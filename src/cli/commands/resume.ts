import { buildRecap } from '../../recap/build-recap.ts';
import { SessionCatalog } from '../../sessions/catalog.ts';
import { buildCleaned } from '../../sessions/cleaner.ts';
import { readConversation } from '../../sessions/conversation.ts';
import { mapTexts } from '../../text/map-texts.ts';
import { processEnvironment } from '../environment.ts';
import { expectLongReading } from '../long-reading.ts';
import { note, panel, print, printJson } from '../output.ts';
import { redactLevel } from '../redact-level.ts';
import { type RunCommandOptions, run } from './run.ts';

/** `session resume <id> [prompt...]`: goes on with a prompt; without one, shows where the session stands. */
export async function resume(
  id: string,
  words: readonly string[],
  options: RunCommandOptions,
): Promise<void> {
  if (words.length > 0) {
    await run(words, { ...options, session: id });
    return;
  }
  const catalog = new SessionCatalog(processEnvironment());
  const entry = await catalog.resolve(id, options.source);
  const reader = await catalog.readerOf(entry);
  expectLongReading(entry);
  const history = reader.history?.(entry) ?? readConversation(reader, entry);
  const { home } = catalog.environment;
  const level = redactLevel(options);
  const { value: recap } = await buildCleaned((clean) => buildRecap(mapTexts(history, clean)), level, home);
  const sessionId = reader.describe(entry).id ?? entry.id;
  if (options.json) {
    printJson({ session_id: sessionId, source: entry.source, recap });
    return;
  }
  print(process.stdout.isTTY ? panel(`Session ${entry.source}:${sessionId}`, recap) : recap);
  if (options.quiet) return;
  const goOn =
    entry.source === 'praisonai'
      ? `praisonai session resume ${sessionId} "…"`
      : `praisonai session handoff ${entry.source}:${sessionId} | praisonai run`;
  note(`Go on: ${goOn}`);
}
