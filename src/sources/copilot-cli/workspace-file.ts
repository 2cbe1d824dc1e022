import { join } from 'node:path';
import { readSmallFile } from '../file-ends.ts';

const MAX_BYTES = 64 * 1024;

/**
 * The values of a session's `workspace.yaml` (`id`, `cwd`, `git_root`, `repository`, `branch`, `name`, `summary`, times).
 * Its YAML is one level of `key: value`; long values may go on in indented lines, or stand in quotes or a block.
 */
export function readWorkspaceFile(folder: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const content = readSmallFile(join(folder, 'workspace.yaml'), MAX_BYTES) ?? '';
  let key: string | undefined;
  for (const line of content.split(/\r?\n/)) {
    const start = /^([A-Za-z_][\w-]*):(?:\s+(.*))?$/.exec(line);
    if (start) {
      key = start[1] ?? '';
      values.set(key, /^[|>][+-]?$/.test(start[2] ?? '') ? '' : (start[2] ?? ''));
    } else if (key !== undefined && /^\s+\S/.test(line)) {
      values.set(key, `${values.get(key) ?? ''} ${line.trim()}`.trim());
    } else if (line.trim() !== '') key = undefined;
  }
  for (const [name, value] of values) values.set(name, unquoted(value.trim()));
  return values;
}

function unquoted(value: string): string {
  if (/^'.*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/.test(value)) return value;
  try {
    return String(JSON.parse(value));
  } catch (error) {
    if (error instanceof SyntaxError) return value.slice(1, -1);
    throw error;
  }
}
