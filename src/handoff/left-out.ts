import { elementsOf, propertyOf, textOf } from '../text/plain.ts';
import type { HandoffOptions } from './build-handoff-prompt.ts';
import type { FittedSection } from './fit.ts';

/** Lists of which the first items stay where room lacks; of the others the last ones stay. */
const FIRST_STAY = {
  rankedFiles: 'KEY FILES',
  openTasks: 'OPEN TASKS',
  verifyWith: 'VERIFY WITH',
  commands: 'COMMANDS USED',
} as const;
const LAST_STAY = { recentActions: 'RECENT ACTIONS', decisions: 'DECISIONS' } as const;

/** The items of lists for which a prompt had no room, one line each: `COMMANDS USED, left out for lack of room: …`. */
export function leftOutLines(sections: readonly FittedSection[], options: HandoffOptions): string[] {
  const omitted = (name: keyof HandoffOptions): number => {
    const section = sections.find((fitted) => fitted.name === name);
    const all = elementsOf(propertyOf(options, name)).length;
    return section?.cut === 'omitted' ? all : (section?.omittedItems ?? 0);
  };
  const items = (name: keyof HandoffOptions): string[] => [
    ...new Set(elementsOf(propertyOf(options, name)).map(textOf)),
  ];
  const lines = (label: string, left: readonly string[]): string[] =>
    left.map((item) => `${label}, left out for lack of room: ${item}`);
  return [
    ...entries(FIRST_STAY).flatMap(([name, label]) =>
      omitted(name) > 0 ? lines(label, items(name).slice(-omitted(name))) : [],
    ),
    ...entries(LAST_STAY).flatMap(([name, label]) => lines(label, items(name).slice(0, omitted(name)))),
  ];
}

function entries<Name extends string>(labels: Readonly<Record<Name, string>>): [Name, string][] {
  return Object.entries(labels) as [Name, string][];
}
