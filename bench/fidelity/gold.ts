import { isFile } from './paths.ts';
import { requests, type Step, toolSteps } from './step.ts';

/** How many tool calls of the rest count as what is needed next. */
const WINDOW = 50;

/** What the rest of a session needs of what its first part knew. */
export interface Gold {
  /** Files that the first part touched: what a handoff could name. */
  known: string[];
  /** Those that the rest touches and that the next request does not name itself. */
  files: Set<string>;
  /** Those that the rest edits. */
  edits: Set<string>;
  /** Commands that the first part ran and the rest runs again. */
  commands: Set<string>;
}

/** `undefined` when the rest needs no known file: such a cut measures nothing. */
export function goldOf(first: readonly Step[], rest: readonly Step[]): Gold | undefined {
  const known = new Set(toolSteps(first).flatMap((step) => step.files.filter(isFile)));
  const next = toolSteps(rest).slice(0, WINDOW);
  const nextRequest = requests(rest)[0] ?? '';
  const needed = (path: string): boolean => known.has(path) && !nextRequest.includes(path);
  const files = new Set(next.flatMap((step) => step.files).filter(needed));
  if (files.size === 0) return undefined;
  const ran = new Set(toolSteps(first).map((step) => step.command));
  return {
    known: [...known],
    files,
    edits: new Set(next.flatMap((step) => step.edits).filter(needed)),
    commands: new Set(
      next.map((step) => step.command).filter((command) => command !== '' && ran.has(command)),
    ),
  };
}
