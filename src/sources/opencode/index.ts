import { join } from 'node:path';
import type { SessionEntry } from '../../model/session.ts';
import { statsOf } from '../../project/small-file.ts';
import type { Environment, SessionSource } from '../source.ts';
import { databaseRows } from './database.ts';
import { databasePaths, dataDirectory, type Product } from './paths.ts';
import { treeFiles, treeModifiedAt } from './tree.ts';

export const openCode: SessionSource = source({
  name: 'opencode',
  label: 'OpenCode',
  application: 'opencode',
  databaseVariable: 'OPENCODE_DB',
});

/** A fork of OpenCode with the same store under another name. */
export const kilo: SessionSource = source({
  name: 'kilo',
  label: 'Kilo CLI',
  application: 'kilo',
  databaseVariable: 'KILO_DB',
});

function source(product: Product): SessionSource {
  return {
    name: product.name,
    label: product.label,
    roots: (environment) => [
      ...databasePaths(product, environment).filter(
        (path) => !path.startsWith(join(dataDirectory(product, environment), '/')),
      ),
      dataDirectory(product, environment),
    ],
    list: (environment) => list(product, environment),
    reader: async () => (await import('./session-reader.ts')).openCodeReader,
  };
}

function* list(product: Product, environment: Environment): Iterable<SessionEntry> {
  const known = new Set<string>();
  for (const location of databasePaths(product, environment)) {
    for (const { id, updatedAt } of databaseRows(location)) {
      known.add(id);
      const modifiedAt = updatedAt || Math.floor(statsOf(location)?.mtimeMs ?? 0);
      yield { source: product.name, id, location, modifiedAt, sizeBytes: 0 };
    }
  }
  for (const { id, path } of treeFiles(dataDirectory(product, environment))) {
    // Its files stayed behind when the session moved to the newer store.
    if (known.has(id)) continue;
    known.add(id);
    yield { source: product.name, id, location: path, modifiedAt: treeModifiedAt(path), sizeBytes: 0 };
  }
}
