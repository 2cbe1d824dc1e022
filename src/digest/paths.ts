/** Paths as a prompt names them, and paths inside shell commands and prose. Slashes forward, relative to the project. */

const KNOWN_EXTENSION =
  /\.(?:[cm]?[jt]sx?|json[c5l]?|ndjson|sass|styl|mdc|pm?l|mli?|hs|clj[cs]?|elm|groovy|bat|cmake|bzl|bazel|plist|tfvars|hcl|j2|njk|liquid|golden|mdx?|py|pyi|rs|go|mod|sum|ya?ml|toml|lock|s?css|less|html?|sh|bash|zsh|fish|ps1|sql|prisma|graphql|c|h|cc|cpp|hpp|m|mm|java|kts?|rb|php|swift|scala|vue|svelte|astro|ipynb|txt|csv|tsv|xml|svg|proto|gradle|exs?|erl|lua|zig|nix|tf|r|jl|dart|cs|fs|sln|csproj|ini|cfg|conf|env|tmpl|tpl|hbs|ejs|log|patch|diff|snap|rst|adoc|tex|png|jpg|pdf)$/i;

const KNOWN_NAME =
  /^(?:Makefile|Dockerfile|Procfile|Gemfile|Justfile|justfile|Rakefile|Vagrantfile|Jenkinsfile|LICENSE|README|CHANGELOG|NOTICE|CODEOWNERS|\.gitignore|\.dockerignore|\.env(?:\.[\w-]+)?|\.npmrc|\.nvmrc|\.editorconfig|\.prettierrc|\.eslintrc)$/;

/** What `grep -v _test.go`, `sed s/x/.json/` and inline scripts hold: ends of names and calls, no files. */
const NO_NAME =
  /^(?:[._-](?:tests?|spec)\.\w+|\.(?:[jt]sx?|jsonl?|mdx?|py|go|rs|html?|css|txt|log)|console\.log)$/;

/** Longest command text that is searched for paths: behind it stand here-documents and scripts. */
const MAX_COMMAND_CHARS = 3000;
const MAX_PATH_CHARS = 240;

/** Relative to `root` where below it, otherwise as recorded; Windows separators become slashes. */
export function normalisePath(path: string, root: string): string {
  let normal = path.trim().replaceAll('\\', '/');
  if (normal.startsWith('file://')) normal = normal.slice(7);
  const base = root.replaceAll('\\', '/').replace(/\/+$/, '');
  if (base !== '' && normal.length > base.length && normal[base.length] === '/') {
    const head = normal.slice(0, base.length);
    const same = head === base || (/^[a-z]:/i.test(base) && head.toLowerCase() === base.toLowerCase());
    if (same) normal = normal.slice(base.length + 1);
  }
  return normal.replace(/^(?:\.\/)+/, '').replace(/\/{2,}/g, '/');
}

/** Last segment. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Does this text name one file (not a directory, a glob, a URL, a version, a git reference)? */
export function looksLikeFile(text: string): boolean {
  if (text.length < 3 || text.length > MAX_PATH_CHARS || /[*?{}$<>|\s"'`]/.test(text)) return false;
  if (/^(?:https?:|-)|^\/(?:usr|bin|dev|proc|etc|sys)\/|^\/+$|:\/\//.test(text)) return false;
  const base = baseName(text);
  if (KNOWN_NAME.test(base)) return true;
  if (NO_NAME.test(base)) return false;
  if (/\.(?:com|org|io|net|git)$/.test(text) && !text.includes('/')) return false;
  return text.includes('/')
    ? /\.[A-Za-z][A-Za-z0-9]{0,8}$/.test(base) && !/^\d+(?:\.\d+)+$/.test(base)
    : isBareFile(base);
}

function isBareFile(base: string): boolean {
  return KNOWN_EXTENSION.test(base) && /^[\w@.+\-[\]]+$/.test(base) && !/^\d+(?:\.\d+)*$/.test(base);
}

/**
 * The files that a shell command names, in order, without duplicates. Only those of known kinds: `fmt.Println` and
 * `origin/main..HEAD` end like files too. `directory`: where it ran, when that is not `root`.
 */
export function commandPaths(command: string, root: string, directory = root): string[] {
  const from = enteredDirectory(command, directory);
  const paths = filePathsIn(command.slice(0, MAX_COMMAND_CHARS), root)
    .filter((path) => KNOWN_NAME.test(baseName(path)) || KNOWN_EXTENSION.test(baseName(path)))
    .map((path) =>
      from === root || !path.includes('/') || isRooted(path) ? path : normalisePath(`${from}/${path}`, root),
    );
  return [...new Set(paths)];
}

/** Where a command works that begins with `cd x &&`; unknown when it goes on to other places. */
function enteredDirectory(command: string, directory: string): string {
  const target = /^\s*cd\s+(?:"([^"$`]+)"|'([^'$`]+)'|([^\s;&|"'$`]+))\s*(?:&&|;)/.exec(command);
  const entered = target?.[1] ?? target?.[2] ?? target?.[3];
  if (entered === undefined || /\bcd\s/.test(command.slice(target?.[0].length))) return directory;
  const path = entered.replaceAll('\\', '/').replace(/\/+$/, '');
  if (isRooted(path)) return path;
  return path.split('/').includes('..') || path === '-'
    ? directory
    : `${directory}/${path.replace(/^\.\//, '')}`;
}

/** Names the same place wherever it is used. */
function isRooted(path: string): boolean {
  return /^(?:\/|~|[A-Za-z]:\/)/.test(path);
}

/** The files that a text names, in order, without duplicates. */
export function filePathsIn(text: string, root: string): string[] {
  const found = new Set<string>();
  for (const token of text.split(/[\s"'`=;|<>&,()[\]{}]+/)) {
    if (token.length < 3 || token.length > MAX_PATH_CHARS) continue;
    // `src/a.ts:12:3`, `src/a.ts.` and `@src/a.ts` name src/a.ts.
    const bare = oneSideOfColon(
      token
        .replace(/^@(?=[\w./])/, '')
        .replace(/(?::\d+){1,2}:?$/, '')
        .replace(/[.,:;!?)]+$/, ''),
    );
    if (!bare.includes('.') && !KNOWN_NAME.test(baseName(bare))) continue;
    // `a/x.ts` and `b/x.ts` in a diff are x.ts before and after.
    if (/^[ab]\//.test(bare)) continue;
    const path = normalisePath(bare, root);
    if (looksLikeFile(path)) found.add(path);
  }
  return [...found];
}

/** `HEAD:src/a.ts` is src/a.ts at a commit, `tests/a.py::test_b` a test in tests/a.py; drives and URLs keep their colon. */
function oneSideOfColon(token: string): string {
  const colon = token.indexOf(':');
  if (colon < 2 || token.startsWith('://', colon)) return token;
  const head = token.slice(0, colon);
  return looksLikeFile(head) ? head : token.slice(token.lastIndexOf(':') + 1);
}
