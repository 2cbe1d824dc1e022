import type { SessionSource } from '../source.ts';
import { geminiRoots, listChats } from './paths.ts';

const NAME = 'gemini-cli';

/** Gemini CLI: `~/.gemini/tmp/<project>/chats/session-*`, a JSON document up to 0.39, an append log since. */
export const geminiCli: SessionSource = {
  name: NAME,
  label: 'Gemini CLI',
  roots: geminiRoots,
  *list(environment) {
    // The file's name holds the first eight characters of the id.
    for (const entry of listChats(NAME, geminiRoots(environment))) yield { ...entry, partialId: true };
  },
  reader: async () => (await import('./session-reader.ts')).geminiCliReader,
};
