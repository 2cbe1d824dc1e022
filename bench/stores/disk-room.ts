import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the files of a directory take, at any depth. */
export async function diskRoom(directory: string): Promise<string> {
  let files = 0;
  let bytes = 0;
  let blocks = 0;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const stats = statSync(join(entry.parentPath, entry.name));
    files++;
    bytes += stats.size;
    blocks += stats.blocks * 512;
  }
  return `${files} files, ${(bytes / 1e6).toFixed(0)} MB, on the disk ${(blocks / 1e6).toFixed(0)} MB`;
}
