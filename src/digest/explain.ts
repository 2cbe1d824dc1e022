import { type ChosenCommand, recentActionLines, usedCommands, verifyCommands } from './action-lines.ts';
import type { Digest } from './digest.ts';
import type { Timeline } from './timeline.ts';

/** Why the lines of a handoff are there, and what stayed out: one sentence each, for `--explain`. */
export function explainDigest(digest: Digest): string[] {
  const { task, constraints, keyFiles, failure, progress } = digest;
  return [
    ...(task.goal ? [`GOAL: turn ${task.goal.turn}, the request that the work at the end serves`] : []),
    ...(task.latest ? [`LATEST REQUEST: turn ${task.latest.turn}, the last one that is no mere nudge`] : []),
    ...constraints.shown.map(
      (rule) => `CONSTRAINTS: turn ${rule.turn}, ${STRENGTH[rule.strength]}: “${rule.text}”`,
    ),
    ...constraints.leftOut.map(
      (rule) => `CONSTRAINTS, left out for lack of room: turn ${rule.turn}: “${rule.text}”`,
    ),
    ...keyFiles.map(
      (file) =>
        `KEY FILES: ${file.path}: ${file.reasons.join(', ') || 'touched'}; last touched ${file.age} calls before the end`,
    ),
    ...(failure
      ? [
          `LAST FAILURE: call ${failure.index} of ${digest.timeline.actionCount}; no later success resolves it`,
        ]
      : []),
    ...(progress ? [`OPEN TASKS: ${progress.open.length} of ${progress.total} not done`] : []),
    ...explainCommands(digest.timeline),
  ];
}

function explainCommands(timeline: Timeline): string[] {
  const verify = verifyCommands(timeline);
  const shown = [...recentActionLines(timeline), ...verify.map(({ text }) => text)].join('\n');
  return [
    ...verify.map(
      (chosen) =>
        `VERIFY WITH: ${chosen.text}: the newest ${chosen.action.purpose} command, ${ranWhen(chosen)}`,
    ),
    ...usedCommands(timeline, shown).map(
      (chosen) =>
        `COMMANDS USED: ${chosen.text}: ${ranWhen(chosen)}, ${timeline.actionCount - chosen.action.index} calls before the end`,
    ),
  ];
}

function ranWhen({ runs, action }: ChosenCommand): string {
  return `ran ${runs === 1 ? 'once' : `${runs} times`}, ${runs === 1 ? '' : 'last '}in turn ${action.turn}`;
}

const STRENGTH = { 1: 'a wish', 2: 'obliges', 3: 'forbids or binds' } as const;
