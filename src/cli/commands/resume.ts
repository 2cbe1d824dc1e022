import { buildRecap } from '../../recap/build-recap.ts';
import { SessionCatalog } from '../../sessions/catalog.ts';
import { readConversation } from '../../sessions/conversation.ts';
import { processEnvironment } from '../environment.ts';
import { note, panel, print, printJson } from '../output.ts';
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
  const entry = catalog.resolve(id, options.source);
  const source = catalog.sourceOf(entry);
  const recap = buildRecap(source.history?.(entry) ?? readConversation(source, entry));
  const sessionId = source.describe(entry).id ?? entry.id;
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
