import { statSync } from 'node:fs';
import type { Store } from '../generate/stores.ts';
import { LAST_REQUEST } from '../generate/story.ts';
import type { Limits, SpeedCase } from './measure.ts';
import type { StoreName } from './prepare.ts';
import type { Invocation } from './run.ts';

/** The limits that the project set itself. */
const BIG_FILE: Limits = { ratio: 2, aim: 1.5, peakBytes: 150_000_000 };
const LIST: Limits = { extraMs: 350 };

/** A gigabyte takes seconds: fewer rounds tell as much. */
const LARGE_ROUNDS = 3;

export interface Programs {
  /** The command line that is measured. Absolute. */
  cli: string;
  /** Built `floor-lines.ts`. Absolute. */
  floorLines: string;
}

export interface CasePlan {
  title: string;
  store: StoreName;
  /** Only measured with `--large`. */
  large?: boolean;
  make(store: Store, programs: Programs): Omit<SpeedCase, 'name'>;
  /** What the title leaves open once the store is made: sizes, counts. */
  measure?(store: Store): string;
}

export const casePlans: readonly CasePlan[] = [
  {
    title: '--version',
    store: 'small',
    make: (store, programs) => ({
      command: command(store, programs, ['--version']),
      floors: [emptyNode(store)],
      limits: {},
    }),
  },
  {
    title: 'session handoff, small PraisonAI session',
    store: 'small',
    measure: ofFile,
    make: (store, programs) => ({
      command: handoff(store, programs),
      floors: [emptyNode(store)],
      limits: {},
      expects: LAST_REQUEST,
    }),
  },
  bigFile('claude', 'Claude Code'),
  bigFile('codex-messages', 'Codex (records of 0.98)'),
  bigFile('codex-items', 'Codex (records of 0.171)'),
  {
    title: 'session list --all, sessions of all agents',
    store: 'fleet',
    measure: ofStore,
    make: (store, programs) => ({
      command: command(store, programs, ['session', 'list', '--all']),
      floors: [emptyNode(store)],
      limits: LIST,
    }),
  },
  newest('praison-project', 'PraisonAI sessions of the project'),
  newest('praison-global', 'PraisonAI sessions of no project'),
  bigFile('claude-large', 'large Claude Code', true),
  bigFile('codex-large', 'large Codex (records of 0.171)', true),
];

/** A handoff of one big session, against reading its file. */
function bigFile(store: StoreName, label: string, large = false): CasePlan {
  return {
    title: `session handoff, ${label} session`,
    store,
    large,
    measure: ofFile,
    make: (made, programs) => {
      const floor = (how: 'bytes' | 'text'): Invocation => ({
        name: `floor: read and split into lines, ${how}`,
        arguments_: [programs.floorLines, how, made.sessions[0]!.path],
        home: made.home,
        directory: made.directory,
      });
      return {
        command: handoff(made, programs),
        floors: [floor('bytes'), floor('text')],
        limits: BIG_FILE,
        expects: LAST_REQUEST,
        ...(large ? { mostRounds: LARGE_ROUNDS } : {}),
      };
    },
  };
}

/** A handoff without an id: which of many sessions is the newest? */
function newest(store: StoreName, label: string): CasePlan {
  return {
    title: `session handoff without an id, ${label}`,
    store,
    measure: ofStore,
    make: (made, programs) => ({
      command: command(made, programs, ['session', 'handoff']),
      floors: [emptyNode(made)],
      limits: {},
      expects: LAST_REQUEST,
    }),
  };
}

function handoff(store: Store, programs: Programs): Invocation {
  return command(store, programs, ['session', 'handoff', store.sessions[0]!.id]);
}

function command({ home, directory }: Store, { cli }: Programs, arguments_: readonly string[]): Invocation {
  return { name: 'command', arguments_: [cli, ...arguments_], home, directory };
}

function emptyNode({ home, directory }: Store): Invocation {
  return { name: 'floor: node -e 0', arguments_: ['-e', '0'], home, directory };
}

function ofFile(store: Store): string {
  return size(statSync(store.sessions[0]!.path).size);
}

function ofStore(store: Store): string {
  return `${store.sessions.length.toLocaleString('en-US')} sessions, ${size(store.bytes)}`;
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
