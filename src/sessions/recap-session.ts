import type { SessionEntry } from '../model/session.ts';
import { buildRecap } from '../recap/build-recap.ts';
import type { SessionSource } from '../sources/source.ts';
import { mapTexts } from '../text/map-texts.ts';
import { buildCleaned, type RedactLevel } from './cleaner.ts';
import { readConversation } from './conversation.ts';

/** Where a session stands, in a few lines; redacted before its lines are cut. */
export async function recapSession(
  source: SessionSource,
  entry: SessionEntry,
  home: string,
  level: RedactLevel = 'default',
): Promise<string> {
  const reader = await source.reader();
  const history = reader.history?.(entry) ?? readConversation(reader, entry);
  return (await buildCleaned((clean) => buildRecap(mapTexts(history, clean)), level, home)).value;
}
