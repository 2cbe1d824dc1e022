import type { FileChange } from '../model/session-event.ts';

/**
 * The files that a patch in the `*** Begin Patch` dialect changes (apply_patch of Codex, OpenCode, Copilot CLI), in order.
 *
 * Source of the dialect: the headers `*** Add File:`, `*** Update File:`, `*** Delete File:`, `*** Move to:`.
 */
export function patchChanges(patch: string): FileChange[] {
  const changes: FileChange[] = [];
  for (const match of patch.matchAll(/^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\r?$/gm)) {
    const path = (match[2] ?? '').trim();
    const last = changes.at(-1);
    if (match[1] === 'Move to') {
      if (last) changes[changes.length - 1] = { path, change: 'rename', from: last.path };
      continue;
    }
    const change = match[1] === 'Add File' ? 'create' : match[1] === 'Delete File' ? 'delete' : 'update';
    changes.push({ path, change });
  }
  return changes;
}
