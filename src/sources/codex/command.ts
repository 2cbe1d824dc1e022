import type { FileChange, ToolAction } from '../../model/session-event.ts';
import { patchChanges } from '../../text/patch-changes.ts';

/** What a shell command does, as far as its text tells; pure. */

const SHELL = /(?:^|[\\/])(?:ba|z|da|fi|k)?sh(?:\.exe)?$/i;
const POWERSHELL = /(?:^|[\\/])(?:powershell|pwsh)(?:\.exe)?$/i;
const CMD = /(?:^|[\\/])cmd(?:\.exe)?$/i;

/** The script of `["bash", "-lc", script]` and its kin; other argument lists are joined as one would type them. */
export function commandText(words: string[]): string {
  const [program = '', ...rest] = words;
  const last = rest.at(-1);
  if (last !== undefined) {
    if (SHELL.test(program) && rest.slice(0, -1).some((word) => /^-[a-z]*c$/.test(word))) return last;
    if (POWERSHELL.test(program) && rest.slice(0, -1).some((word) => /^-c(ommand)?$/i.test(word)))
      return last;
    if (CMD.test(program) && /^\/c$/i.test(rest[0] ?? '')) return rest.slice(1).join(' ');
  }
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * The action of a command: an edit when it applies a patch, a read or search when it plainly is one, else a run.
 *
 * @param directory where it runs, when that differs from the session's directory.
 */
export function commandAction(command: string, directory?: string): ToolAction {
  if (command.includes('*** Begin Patch') && /\bapply_?patch\b/.test(command)) {
    const inner = /^\s*cd\s+(["']?)([^"'&;\n]+)\1\s*&&/.exec(command)?.[2]?.trim();
    const changes = changesIn(patchChanges(command), joined(directory, inner));
    if (changes.length > 0) return { type: 'edit', changes };
  }
  const looking =
    LOOKING.test(command) && command.length < 1000 ? lookingAction(command, directory) : undefined;
  return looking ?? { type: 'run', command, ...(directory === undefined ? {} : { directory }) };
}

/** Paths of a patch are relative to the directory of its call. */
export function changesIn(changes: FileChange[], directory: string | undefined): FileChange[] {
  if (directory === undefined) return changes;
  return changes.map((change) => ({
    ...change,
    path: joined(directory, change.path) ?? change.path,
    ...(change.from === undefined ? {} : { from: joined(directory, change.from) ?? change.from }),
  }));
}

export function joined(directory: string | undefined, path: string | undefined): string | undefined {
  if (directory === undefined || path === undefined) return path ?? directory;
  if (/^(?:[a-z]:)?[\\/]|^~/i.test(path)) return path;
  return `${directory.replace(/[\\/]+$/, '')}/${path.replace(/^(?:\.\/)+/, '')}`;
}

/** Most commands are none of these: told before they are taken apart. */
const LOOKING = /^\s*(?:cat|bat|nl|less|more|head|tail|sed|rg|e?grep|fgrep|ag|ack|git\s+grep)\s/;

/** Stages of a pipe that only cut or count what the first stage printed. */
const NARROWING = new Set(['head', 'tail', 'sed', 'wc', 'nl', 'sort', 'uniq', 'cat', 'less', 'cut']);
const SEARCHERS = new Set(['rg', 'grep', 'egrep', 'fgrep', 'ag', 'ack']);
/** Options of the search programs whose value is the next word. */
const WITH_VALUE = new Set([
  '-g',
  '--glob',
  '-t',
  '--type',
  '-T',
  '-A',
  '-B',
  '-C',
  '-m',
  '-M',
  '-j',
  '--include',
  '--exclude',
  '--exclude-dir',
  '-f',
]);

function lookingAction(command: string, directory: string | undefined): ToolAction | undefined {
  const stages = pipeline(command);
  if (!stages) return undefined;
  const [first, ...others] = stages;
  if (!first || !others.every((stage) => NARROWING.has(stage[0] ?? '') && !stage.includes('-i')))
    return undefined;
  const [program = '', ...words] = first[0] === 'git' && first[1] === 'grep' ? first.slice(1) : first;
  if (SEARCHERS.has(program)) return search(words, directory);
  const files = readFiles(program, words);
  if (!files || files.length === 0) return undefined;
  return { type: 'read', paths: files.map((file) => joined(directory, file) ?? file) };
}

function search(words: string[], directory: string | undefined): ToolAction | undefined {
  if (words.includes('--files')) return undefined;
  const plain: string[] = [];
  let explicit: string | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '-e' || word === '--regexp') {
      index += 1;
      explicit ??= words[index];
    } else if (word === '--') {
      plain.push(...words.slice(index + 1));
      break;
    } else if (WITH_VALUE.has(word)) index += 1;
    else if (!word.startsWith('-') || word === '-') plain.push(word);
  }
  const query = explicit ?? plain.shift();
  if (query === undefined) return undefined;
  return { type: 'search', query, paths: plain.map((path) => joined(directory, path) ?? path) };
}

function readFiles(program: string, words: string[]): string[] | undefined {
  if (program === 'sed') {
    const plain = words.filter((word) => !word.startsWith('-'));
    return words.includes('-n') && words.every((word) => !/^-i|^--in-place/.test(word))
      ? plain.slice(1)
      : undefined;
  }
  if (program === 'head' || program === 'tail') {
    if (words.some((word) => /^-[fF]$|^--follow/.test(word))) return undefined;
    return words.filter((word, index) => !word.startsWith('-') && !/^-[nc]$/.test(words[index - 1] ?? ''));
  }
  if (['cat', 'bat', 'nl', 'less', 'more'].includes(program))
    return words.filter((word) => !word.startsWith('-'));
  return undefined;
}

/** Words of each stage of a simple pipe; `undefined` for anything that a shell would do more with. */
function pipeline(command: string): string[][] | undefined {
  const stages: string[][] = [[]];
  const token = /\s*(?:(\|)(?!\|)|"((?:[^"\\$`]|\\.)*)"|'([^']*)'|([^\s"'|&;<>()$`\\{}*?#!]+))/y;
  const text = command.trim();
  let glued = false;
  while (token.lastIndex < text.length) {
    const start = token.lastIndex;
    const match = token.exec(text);
    if (!match) return undefined;
    const stage = stages.at(-1) ?? [];
    if (match[1]) {
      stages.push([]);
      glued = false;
      continue;
    }
    const word = match[4] ?? match[3] ?? (match[2] ?? '').replace(/\\(["\\$`])/g, '$1');
    if (glued && !/\s/.test(text[start] ?? '')) stage.push(`${stage.pop() ?? ''}${word}`);
    else stage.push(word);
    glued = true;
  }
  return stages.every((stage) => stage.length > 0) ? stages : undefined;
}
