import { listSessionFiles, sessionDirectories } from '../../stores/json/session-files.ts';
import { globalSessionDirectory } from '../../stores/paths.ts';
import type { SessionSource } from '../source.ts';

/** PraisonAI's own sessions, as the Python and the TypeScript `praisonai` write them. The only store that is also written. */
export const praisonai: SessionSource = {
  name: 'praisonai',
  label: 'PraisonAI',
  roots: (environment) => [globalSessionDirectory(environment)],
  *list(environment) {
    for (const directory of sessionDirectories(environment)) {
      for (const { name, path, modifiedAt, sizeBytes } of listSessionFiles(directory)) {
        yield { source: 'praisonai', id: name, location: path, modifiedAt, sizeBytes };
      }
    }
  },
  reader: async () => (await import('./session-reader.ts')).praisonaiReader,
};
