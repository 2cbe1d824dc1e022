import type { SessionSource } from '../source.ts';
import { codexHome, listSessions, SOURCE_NAME, sessionRoots } from './store.ts';

/** OpenAI Codex: the CLI, the IDE extension and the desktop app share one store. */
export const codex: SessionSource = {
  name: SOURCE_NAME,
  label: 'Codex',
  roots: (environment) => sessionRoots(codexHome(environment)),
  list: (environment) => listSessions(codexHome(environment)),
  reader: async () => (await import('./session-reader.ts')).codexReader,
};
