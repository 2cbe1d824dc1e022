import type { SessionEvent } from '../../src/model/session-event.ts';
import type { SessionSource } from '../../src/sources/source.ts';
import { transcriptOfEvents } from './from-events.ts';
import { withPrefixStore } from './prefix-store.ts';
import { parseClaude } from './raw-claude.ts';
import { parseCodex } from './raw-codex.ts';
import type { SessionFile } from './session-file.ts';
import type { Step, Transcript } from './step.ts';

/** A cut in terms of the file: how many records the first part keeps, and the steps in them. */
export interface Place {
  records: number;
  first: Step[];
}

/** Reads a session for the measure, and finds the record before which a step lies. */
export interface Judge {
  /** Cut within a turn where a session has no cut of the usual kinds. The reference of the raw judges does not. */
  cutsWithinTurns: boolean;
  read(session: SessionFile): Promise<Transcript>;
  /** `undefined` where no number of records gives exactly the steps before it (a branch that was left later). */
  place(session: SessionFile, transcript: Transcript, step: number): Promise<Place | undefined>;
}

/** Judges with a parser that shares no code with the product; its steps carry their records. */
function rawJudge(parse: (records: readonly string[]) => Transcript): Judge {
  return {
    cutsWithinTurns: false,
    read: async (session) => parse(session.records),
    place: async (_session, { steps }, step) => ({
      records: steps[step]!.record,
      first: steps.slice(0, step),
    }),
  };
}

/** Judges through the product's own reader; the record of a step is found by reading shorter and shorter first parts. */
export function eventJudge(source: SessionSource): Judge {
  const known = new Map<string, Promise<Transcript>>();
  const read = (session: SessionFile, records: number): Promise<Transcript> => {
    const key = `${records} ${session.path}`;
    const transcript = known.get(key) ?? readPrefix(source, session, records);
    known.set(key, transcript);
    return transcript;
  };
  return {
    cutsWithinTurns: true,
    read: (session) => read(session, session.records.length),
    place: async (session, transcript, step) => {
      let low = 0;
      let high = session.records.length;
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if ((await read(session, middle)).steps.length > step) high = middle;
        else low = middle + 1;
      }
      const records = low - 1;
      const first = (await read(session, records)).steps;
      return sameEnd(first, transcript.steps.slice(0, step)) ? { records, first } : undefined;
    },
  };
}

function readPrefix(source: SessionSource, session: SessionFile, records: number): Promise<Transcript> {
  return withPrefixStore(session, '', session.records.slice(0, records), async ({ home }) => {
    const environment = { home, variables: {}, platform: 'linux' as const, directory: home };
    const events: SessionEvent[] = [];
    const reader = await source.reader();
    for (const entry of source.list(environment)) reader.read(entry, (event) => events.push(event));
    return transcriptOfEvents(events);
  });
}

/** Several steps may come from one record, so the first part may end some steps earlier; it must not differ. */
function sameEnd(found: readonly Step[], expected: readonly Step[]): boolean {
  const last = found.at(-1);
  return last !== undefined && JSON.stringify(last) === JSON.stringify(expected[found.length - 1]);
}

/** The judge's own parsers where there are some; the product's reader elsewhere, or everywhere with `throughEvents`. */
export function judgeFor(
  session: SessionFile,
  findSource: (name: string) => SessionSource | undefined,
  throughEvents: boolean,
): Judge | undefined {
  if (!throughEvents && session.agent === 'claude-code') return rawJudge(parseClaude);
  if (!throughEvents && session.agent === 'codex') return rawJudge(parseCodex);
  const source = findSource(session.agent);
  return source && eventJudge(source);
}
