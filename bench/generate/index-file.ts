import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Sets `key` in the table `table` of a JSON file, as agents keep their lists of projects and workspaces. */
export function writeIndex(path: string, table: string, key: string, value: unknown): void {
  const known = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, unknown>>)
    : {};
  if (known[table]?.[key] !== undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ ...known, [table]: { ...known[table], [key]: value } }, null, 2));
}
