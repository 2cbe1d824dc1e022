import type { SessionSource } from '../../src/sources/source.ts';
import { baselines } from './baselines.ts';
import { type CutKind, pickCuts, pickWorkCuts } from './cut.ts';
import { type Gold, goldOf } from './gold.ts';
import { type Grounding, groundingOf } from './grounding.ts';
import { type HandoffCommand, type HandoffRun, runHandoff } from './handoff-command.ts';
import { judgeFor } from './judge.ts';
import { type Misses, missesOf } from './misses.ts';
import { plantRule } from './plant.ts';
import { withPrefixStore } from './prefix-store.ts';
import { oracleScore, type Score, scoreHandoff } from './score.ts';
import type { SessionFile } from './session-file.ts';
import type { Step } from './step.ts';

export interface MeasureOptions {
  /** Human turns to cut at, per session. */
  cuts: number;
  command: HandoffCommand | undefined;
  /** Plant a rule in each first part and look for it. */
  plant: boolean;
  /** Judge every agent through the product's own readers. */
  throughEvents: boolean;
  /** Drop from the first part's end the records that already hold the next request (Codex writes it twice). */
  strict: boolean;
  findSource: (name: string) => SessionSource | undefined;
}

/** One cut, with its two parts: scored when the command has run. */
export interface CutCase {
  session: SessionFile;
  directory: string;
  kind: CutKind;
  /** Records of the first part. */
  records: number;
  first: Step[];
  rest: Step[];
  gold: Gold;
}

/** What only a command's handoff is measured by. */
export interface CommandFigures {
  exitCode: number | null;
  milliseconds: number;
  stderr: string;
  /** The second run, in another time zone, printed the same bytes. */
  sameTwice: boolean;
  grounding: Grounding;
  misses: Misses;
  /** Absent where none could be planted. */
  planted?: { rule: string; kept: boolean };
}

export interface CutRow {
  agent: string;
  session: string;
  /** Records of the first part. */
  cut: number;
  kind: CutKind;
  /** By method: the oracle, the baselines, the agent's own summary, the command. */
  scores: Record<string, Score>;
  /** By method, the handoff itself. */
  texts: Record<string, string>;
  /** By method: recall of the same handoff against the rests of other sessions; `null` where there is no other. */
  swapped: Record<string, number | null>;
  command?: CommandFigures;
}

export const COMMAND = 'handoff';
export const LLM_SUMMARY = 'llmSummary';

/** The cuts of a session, those that measure something; `note` says why there are none, or fewer. */
export async function casesOf(
  session: SessionFile,
  options: MeasureOptions,
): Promise<{ cases: CutCase[]; note?: string }> {
  const judge = judgeFor(session, options.findSource, options.throughEvents);
  if (!judge) return { cases: [], note: 'no reader of this agent is registered' };
  const transcript = await judge.read(session);
  let cuts = pickCuts(transcript.steps, options.cuts);
  if (cuts.length === 0 && judge.cutsWithinTurns) cuts = pickWorkCuts(transcript.steps, options.cuts);
  const cases: CutCase[] = [];
  let unplaced = 0;
  for (const { step, kind } of cuts) {
    const place = await judge.place(session, transcript, step);
    if (!place) {
      unplaced += 1;
      continue;
    }
    const rest = transcript.steps.slice(place.first.length);
    const gold = goldOf(place.first, rest);
    if (!gold) continue;
    const { directory } = transcript;
    cases.push({ session, directory, kind, ...place, rest, gold });
  }
  if (cuts.length === 0) return { cases, note: `too short, ${transcript.steps.length} steps` };
  if (unplaced > 0) return { cases, note: `${unplaced} of ${cuts.length} cuts are not in the records` };
  return cases.length > 0 ? { cases } : { cases, note: 'the rest needs no file that the first part knew' };
}

/** Scores one cut; `turn` rotates what is planted. */
export async function measureCut(cut: CutCase, turn: number, options: MeasureOptions): Promise<CutRow> {
  const { session, first, rest, gold, kind } = cut;
  const texts: Record<string, string> = {};
  for (const [name, baseline] of Object.entries(baselines)) texts[name] = baseline(first);
  const summary = rest[0];
  if (summary?.kind === 'compact') texts[LLM_SUMMARY] = summary.text;
  const figures = options.command ? await runCommand(cut, turn, options, options.command) : undefined;
  if (figures) texts[COMMAND] = figures.text;
  const scores: Record<string, Score> = { oracle: oracleScore(gold) };
  for (const [name, text] of Object.entries(texts)) scores[name] = scoreHandoff(text, first, gold);
  return {
    agent: session.agent,
    session: session.name,
    cut: cut.records,
    kind,
    scores,
    texts,
    swapped: {},
    ...(figures ? { command: figures.command } : {}),
  };
}

async function runCommand(
  cut: CutCase,
  turn: number,
  options: MeasureOptions,
  command: HandoffCommand,
): Promise<{ text: string; command: CommandFigures }> {
  const { session, directory, first, gold } = cut;
  let records = session.records.slice(0, cut.records);
  if (options.strict) records = withoutNextRequest(records, cut.rest);
  const planted = options.plant ? plantRule(records, first, turn) : undefined;
  records = planted?.records ?? records;
  const runs = await withPrefixStore(session, directory, records, async (store) => {
    const target = { ...store, source: session.agent, directory };
    return [await runHandoff(command, target, 'UTC'), await runHandoff(command, target, 'Asia/Shanghai')];
  });
  const [run, again] = runs as [HandoffRun, HandoffRun];
  const { text, exitCode, milliseconds, stderr } = run;
  return {
    text,
    command: {
      exitCode,
      milliseconds: Math.round(milliseconds),
      stderr,
      sameTwice: text === again.text,
      grounding: groundingOf(text, records),
      misses: missesOf(text, first, gold),
      ...(planted ? { planted: { rule: planted.rule, kept: text.includes(planted.rule) } } : {}),
    },
  };
}

function withoutNextRequest(records: string[], rest: readonly Step[]): string[] {
  const next = rest[0]?.kind === 'human' ? JSON.stringify(rest[0].text.slice(0, 80)).slice(1, -1) : '';
  let length = records.length;
  while (next !== '' && length > 0 && records[length - 1]!.includes(next)) length -= 1;
  return records.slice(0, length);
}

/** Scores each handoff against the rests of other sessions, one cut of each: what it then still reaches is chance. */
export function swap(rows: readonly CutRow[], cases: readonly CutCase[]): void {
  const others = new Map<string, CutCase>();
  for (const cut of cases) if (!others.has(cut.session.path)) others.set(cut.session.path, cut);
  rows.forEach((row, index) => {
    const foreign = [...others.values()].filter((cut) => cut.session !== cases[index]!.session);
    for (const [name, text] of Object.entries(row.texts)) {
      const recalls = foreign.map((cut) => scoreHandoff(text, cut.first, cut.gold).recall);
      row.swapped[name] =
        recalls.length > 0 ? recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length : null;
    }
  });
}
