import { directoryName, isFile, normalisePath, pathLikeWords, squash } from './paths.ts';
import { parseRaw } from './raw-record.ts';

/** What a handoff names although nothing recorded says it. */
export interface Grounding {
  paths: number;
  commands: number;
  /** Paths and commands found neither in the bytes of the first part nor in what its strings say. */
  invented: string[];
}

/**
 * Looks up each path and each command of a handoff in the records of the first part: in their bytes, in their strings
 * with the escapes undone, and in JSON that those strings hold (arguments of a call).
 */
export function groundingOf(handoff: string, records: readonly string[]): Grounding {
  const recorded = recordedText(records);
  const paths = [...new Set(pathsIn(handoff))];
  const commands = [...new Set(commandsIn(handoff))];
  const oneLine = squash(recorded);
  const invented = [
    ...paths.filter((path) => !pathIsRecorded(path, recorded)),
    ...commands.filter((command) => !oneLine.includes(command)),
  ];
  return { paths: paths.length, commands: commands.length, invented };
}

function pathsIn(handoff: string): string[] {
  return pathLikeWords(handoff)
    .map((word) => normalisePath(word, ''))
    .filter((path) => isFile(path) && !/^https?/.test(path));
}

/** Where a handoff gives commands: in back quotes, in lines of its own making (prose of others holds back quotes too). */
const COMMAND_LINES =
  /^(?:VERIFY WITH|COMMANDS USED|LAST FAILURE|UNFINISHED CALL): .+$|^ {2}- (?:the human )?ran `.+$/gm;
const COMMAND =
  /(?:^(?:[A-Z ]+: | {2}- (?:the human )?ran )|; )`(.+?)(?:`(?=$|; |;| →| exited| failed| has no| \()|…)/g;
const COMMAND_CHARS = 60;

/** Heads of commands, up to a mark of a cut: a handoff may shorten a long command, it may not invent one. */
function commandsIn(handoff: string): string[] {
  return [...handoff.matchAll(COMMAND_LINES)]
    .flatMap(([line]) => [...line.matchAll(COMMAND)].map((match) => match[1]!))
    .map((command) => squash(command).slice(0, COMMAND_CHARS).trim())
    .filter((command) => command.length > 2);
}

/** Recorded as it stands; or as a recorded path below a recorded directory (a call's own working directory). */
function pathIsRecorded(path: string, recorded: string): boolean {
  if (recorded.includes(path)) return true;
  for (let head = directoryName(path); head !== ''; head = directoryName(head)) {
    const tail = path.slice(head.length + 1);
    if (recorded.includes(tail) && recorded.includes(head)) return true;
  }
  return false;
}

function recordedText(records: readonly string[]): string {
  const parts: string[] = [...records];
  const collect = (value: unknown, depth: number): void => {
    if (typeof value === 'string') {
      parts.push(value);
      if (value.includes('\\')) parts.push(value.replaceAll('\\', '/'));
      if (depth > 0 && /^\s*[{[]/.test(value)) collect(parseRaw(value), depth - 1);
    } else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) collect(inner, depth);
    }
  };
  for (const record of records) collect(parseRaw(record), 1);
  return parts.join('\n');
}
