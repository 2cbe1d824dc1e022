import { cutWords } from '../text/cut.ts';
import { quoteData, withoutLabels } from '../text/sanitize.ts';
import { canonicalCommand, isVerification, oneLineCommand, withoutPrelude } from './commands.ts';
import type { Action, Timeline } from './timeline.ts';

/** A command is shown up to here: its beginning is what is run again, the rest are arguments. UTF-16 units. */
const COMMAND_CHARS = 110;
/** In a list of commands. The beginning tells one from another. */
const LISTED_COMMAND_CHARS = 76;
const RESULT_CHARS = 90;
const MAX_LINES = 16;

/** What was edited and run, oldest first, neighbouring alike actions on one line. */
export function recentActionLines(timeline: Timeline): string[] {
  const lines: { key: string; text: string; files: string[]; verb: string; count: number }[] = [];
  const shown = timeline.actions.slice(-400).filter((action) => isTelling(action));
  for (const action of shown) {
    const last = lines.at(-1);
    if (action.kind === 'edit') {
      const verb = editVerb(action);
      if (last?.verb === verb) {
        last.files.push(...action.paths);
        continue;
      }
      lines.push({ key: '', text: '', files: [...action.paths], verb, count: 1 });
      continue;
    }
    const text = lineOf(action);
    const earlier = lines.findIndex((line) => line.key === text);
    if (earlier !== -1 && earlier >= lines.length - 8 && last) {
      const [line] = lines.splice(earlier, 1);
      if (line) lines.push({ ...line, count: line.count + 1 });
      continue;
    }
    lines.push({ key: text, text, files: [], verb: '', count: 1 });
  }
  return lines.slice(-MAX_LINES).map((line) => {
    if (line.verb === '') return line.count > 1 ? `${line.text} (${line.count} times)` : line.text;
    return `${line.verb} ${countedFiles(line.files)}`;
  });
}

/** Reads and searches fill no lines: the key files name what they found. */
function isTelling(action: Action): boolean {
  if (action.kind === 'edit') return action.paths.length > 0;
  if (action.kind === 'run') return action.command !== '';
  return action.kind === 'sub-agent' && action.detail !== '';
}

function editVerb(action: Action): string {
  if (action.outcome === 'failed') return 'failed to edit';
  if (action.outcome === 'refused') return 'was refused to edit';
  const kinds = new Set(action.changes.map((change) => change.change));
  if (kinds.size !== 1) return 'edited';
  return kinds.has('create')
    ? 'created'
    : kinds.has('delete')
      ? 'deleted'
      : kinds.has('rename')
        ? 'renamed to'
        : 'edited';
}

function countedFiles(files: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const file of files.map(withoutLabels)) counts.set(file, (counts.get(file) ?? 0) + 1);
  const items = [...counts].map(([file, count]) => (count > 1 ? `${file} (${count} times)` : file));
  return items.length > 6 ? `${items.slice(-6).join(', ')} and ${items.length - 6} more` : items.join(', ');
}

function lineOf(action: Action): string {
  if (action.kind === 'sub-agent')
    return `sub-agent: ${quoteData(cutWords(action.detail.replace(/\s+/g, ' '), 120))}`;
  const who = action.byHuman ? 'the human ran' : 'ran';
  return `${who} ${quotedCommand(withoutPrelude(action.command))}${resultSuffix(action)}`;
}

export function quotedCommand(command: string, maxChars = COMMAND_CHARS): string {
  return `\`${cutWords(withoutLabels(command), maxChars)}\``;
}

function resultSuffix(action: Action): string {
  const said = action.result === '' ? '' : quoteData(cutWords(action.result, RESULT_CHARS));
  switch (action.outcome) {
    case 'ok':
      return said === '' ? '' : ` → ${said}`;
    case 'failed':
      return ` → failed${action.exitCode === undefined ? '' : ` (exit ${action.exitCode})`}${said === '' ? '' : `: ${said}`}`;
    case 'refused':
      return ' → refused by the human';
    case 'interrupted':
      return ' → interrupted';
    case 'running':
      return ' → left running';
    case undefined:
      return ' → no result on record';
    default:
      return action.outcome satisfies never;
  }
}

/** A command of the prompt, and what it is there for. */
export interface ChosenCommand {
  /** The newest run. */
  action: Action;
  runs: number;
  text: string;
}

/** Commands that test, check or build the work, the newest of each kind first. */
export function verifyCommands(timeline: Timeline): ChosenCommand[] {
  const newest = new Map<string, ChosenCommand>();
  for (const action of timeline.actions) {
    if (!action.purpose || !isVerification(action.purpose) || action.outcome === 'refused') continue;
    const name = canonicalCommand(action.command);
    const runs = (newest.get(name)?.runs ?? 0) + 1;
    newest.delete(name);
    newest.set(name, { action, runs, text: quotedCommand(action.command) });
  }
  const ranked = [...newest.values()].reverse();
  return (['test', 'check', 'build'] as const)
    .map((purpose) => ranked.find(({ action }) => action.purpose === purpose))
    .filter((chosen) => chosen !== undefined);
}

/** How fast a command that was run once is forgotten, in tool calls. */
const HALF_LIFE_COMMAND = 45;
const MAX_COMMANDS = 40;

/** Commands that are likely to be run again, most likely first, without those that `except` shows already. */
export function usedCommands(timeline: Timeline, except: string): ChosenCommand[] {
  const scores = new Map<string, { score: number; runs: number; action: Action }>();
  for (const action of timeline.actions) {
    if (action.kind !== 'run' || action.outcome === 'refused' || !isRepeatable(action.command)) continue;
    const name = oneLineCommand(action.command);
    const weight = action.purpose === 'inspect' ? 1 : action.purpose === 'run' ? 1.1 : 1.6;
    const age = timeline.actionCount - action.index;
    const { score, runs } = scores.get(name) ?? { score: 0, runs: 0 };
    scores.set(name, { score: score + weight * 2 ** (-age / HALF_LIFE_COMMAND), runs: runs + 1, action });
  }
  return [...scores]
    .filter(([name]) => !except.includes(name.slice(0, 60)))
    .sort(([, a], [, b]) => b.score - a.score || b.action.index - a.action.index)
    .slice(0, MAX_COMMANDS)
    .map(([name, { runs, action }]) => ({ action, runs, text: quotedCommand(name, LISTED_COMMAND_CHARS) }));
}

/** Commit messages, here-documents and inline scripts are written once. */
function isRepeatable(command: string): boolean {
  return (
    !/<<|\bgit commit\b|\bpython3? -c\b|\bnode -e\b|\bgh (?:pr|issue) (?:create|comment)\b/.test(command) &&
    command.length < 400
  );
}
