/**
 * The one form of a git remote that project ids are made of: `host/path`, without protocol, credentials, port and
 * `.git`. The host is folded to lower case, the path is not (forges differ on that).
 *
 * It must agree with the Python `praisonai` to the letter, or the two would look for one project's sessions in two
 * directories (praisonai_code, cli/utils/project: an scp-like address needs its `user@`; `file://` has no host and
 * leaves the path alone; a bare local path has no such form).
 */
export function normalizeGitRemote(url: string): string | undefined {
  const address = url.trim();
  const scpLike = /^[^@/]+@([^:/]+):(.+)$/.exec(address);
  const match = scpLike ?? /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/(?:[^@/]+@)?([^/:]*)(?::\d+)?\/(.+)$/.exec(address);
  if (match === null) return undefined;
  const host = (match[1] ?? '').toLowerCase();
  const path = trimSlashes(match[2] ?? '').replace(/\.git$/, '');
  if (path === '') return undefined;
  return host === '' ? path : `${host}/${path}`;
}

function trimSlashes(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === '/') start++;
  while (end > start && text[end - 1] === '/') end--;
  return text.slice(start, end);
}
