import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { SessionSource } from '../../src/sources/source.ts';
import { eventJudge, judgeFor } from './judge.ts';
import type { SessionFile } from './session-file.ts';

/** A source whose lines are its events. */
function lineSource(place: string): SessionSource {
  return {
    name: 'pi',
    label: 'made up',
    roots: () => [],
    *list({ home }) {
      const location = join(home, place);
      for (const name of readdirSync(dirname(location)))
        yield { source: 'pi', id: name, location, modifiedAt: 1, sizeBytes: 0 };
    },
    reader: async () => ({
      describe: () => ({}),
      read: ({ location }, emit) => {
        const lines = readFileSync(location, 'utf8')
          .split('\n')
          .filter((line) => line !== '');
        for (const event of lines.flatMap((line) => JSON.parse(line))) emit(event);
        return { records: lines.length, unknown: 0, broken: 0, warnings: [] };
      },
    }),
  };
}

const request = (text: string): unknown => ({ kind: 'request', via: 'prompt', text });
const tool = (callId: string): unknown => ({
  kind: 'tool-call',
  callId,
  tool: callId,
  action: { type: 'plan' },
});

function session(records: unknown[]): SessionFile {
  return {
    agent: 'pi',
    path: '/nowhere/s.jsonl',
    name: 's.jsonl',
    place: '.pi/agent/sessions/--w--/s.jsonl',
    form: 'lines',
    records: records.map((record) => JSON.stringify(record)),
    envelope: {},
  };
}

const place = '.pi/agent/sessions/--w--/s.jsonl';

it('finds the record before which a step lies', async () => {
  const file = session([request('one'), [], tool('a'), [], [], request('two'), [tool('b'), tool('c')]]);
  const judge = eventJudge(lineSource(place));
  const transcript = await judge.read(file);
  expect(transcript.steps).toHaveLength(5);
  const found = await judge.place(file, transcript, 2);
  expect(found?.records).toBe(5);
  expect(found?.first).toEqual(transcript.steps.slice(0, 2));
  // The second call of a record cannot be cut off from the first.
  expect((await judge.place(file, transcript, 4))?.first).toHaveLength(3);
});

it('finds no place where the first part reads otherwise than the whole did', async () => {
  const file = session([
    request('one'),
    tool('a'),
    { kind: 'rollback', turns: 1 },
    request('two'),
    tool('b'),
  ]);
  const judge = eventJudge(lineSource(place));
  const transcript = await judge.read(file);
  expect(transcript.steps).toHaveLength(2);
  expect(await judge.place(file, transcript, 1)).toBeUndefined();
});

it('judges an agent without a parser of its own by its source, or not at all', () => {
  expect(judgeFor(session([]), () => undefined, false)).toBeUndefined();
  expect(judgeFor(session([]), () => lineSource(place), false)?.cutsWithinTurns).toBe(true);
  const claude: SessionFile = { ...session([]), agent: 'claude-code' };
  expect(judgeFor(claude, () => undefined, false)?.cutsWithinTurns).toBe(false);
  expect(judgeFor(claude, () => undefined, true)).toBeUndefined();
});
