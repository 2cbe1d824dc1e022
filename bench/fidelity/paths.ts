/** How the judge recognises a file in a tool call, in a shell command and in a handoff. */

const SHELL_EXTENSIONS =
  'ts tsx js jsx mjs cjs py rs go md json yml yaml toml css scss html sh sql c h cc cpp hpp java rb php swift kt vue ' +
  'svelte ipynb txt xml proto gradle ex exs lua zig nix';
const SEGMENT = String.raw`[\w@.+\-\[\]]+`;
const PATH_LIKE = new RegExp(
  `^/?(?:${SEGMENT}/)+${SEGMENT}$|^[\\w\\-.]+\\.(?:${SHELL_EXTENSIONS.replaceAll(' ', '|')})$`,
);
/** Addresses, version numbers, the two sides of a diff, the system's own directories. */
const NOT_A_PROJECT_FILE = /^https?|^\d+\.\d+|^[ab]\/|^\/?(?:usr|bin|dev|proc|etc)\//;
const WORD_BREAKS = /[\s"'`=;|<>&,:()]+/;

const BARE_NAMES = new Set([
  'Makefile',
  'Dockerfile',
  'Procfile',
  'Gemfile',
  'Justfile',
  'Rakefile',
  'LICENSE',
  'README',
  'CHANGELOG',
  '.gitignore',
  '.env',
]);
const EXTENSION = /\.[A-Za-z][A-Za-z0-9]{0,8}$/;
const HOST_NAME = /\.(?:com|org|io|dev|net|git)$/;

/** Commands are read up to here: what follows is data that was piped in. */
const COMMAND_CHARS = 3000;

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function directoryName(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** A unit of the measure: an extension that begins with a letter, or a well-known bare name. No directory, ref or glob. */
export function isFile(path: string): boolean {
  const name = baseName(path);
  return (
    path.length > 2 &&
    !/[*{}]/.test(path) &&
    (EXTENSION.test(name) || BARE_NAMES.has(name)) &&
    !HOST_NAME.test(path)
  );
}

/** Forward slashes, relative to `directory` where it is below it, without the punctuation of a sentence. */
export function normalisePath(path: unknown, directory: string): string {
  let result = String(path).replaceAll('\\', '/').replace(/^\.\//, '');
  if (directory !== '' && result.startsWith(`${directory}/`)) result = result.slice(directory.length + 1);
  return result.replace(/[),.:;'"`]+$/, '');
}

/** The words of a text that look like paths, as they stand. */
export function pathLikeWords(text: string): string[] {
  return text
    .split(WORD_BREAKS)
    .filter((word) => word.length > 2 && word.length < 200 && PATH_LIKE.test(word));
}

/** The files that a shell command names. */
export function shellFiles(command: unknown, directory: string): string[] {
  return pathLikeWords(String(command).slice(0, COMMAND_CHARS))
    .map((word) => normalisePath(word, directory))
    .filter((path) => isFile(path) && !NOT_A_PROJECT_FILE.test(path));
}

/** One line, single spaces: how commands and requests are compared. */
export function squash(text: unknown): string {
  return String(text).replace(/\s+/g, ' ').trim();
}
