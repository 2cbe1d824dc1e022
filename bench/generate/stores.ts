import { praisonAi } from './agents/praison-ai.ts';
import { fleetOf } from './agents.ts';
import { makeProject } from './project.ts';
import { Random } from './random.ts';
import { type AgentWriter, type MadeSession, Scene, type SessionRequest } from './scene.ts';
import { Texts } from './texts.ts';

/** One home directory with sessions in it, and the directory where a command is to be started. */
export interface Store {
  home: string;
  directory: string;
  sessions: MadeSession[];
  /** Of all sessions, sub-agents' files included. */
  bytes: number;
  notes: string[];
}

const FIRST_START = Date.UTC(2026, 7, 1, 8);
const DAY_MS = 86_400_000;
const FLEET_DAYS = 30;
const FLEET_PROJECTS = 40;

/** Sizes of sessions: half of them below `0.43` of the mean, one in fifty above six times the mean (log-normal). */
const SIZE_SPREAD = 1.3;
const LEAST_SESSION_BYTES = 4_000;
/** The rest of a fleet's bytes are files of sub-agents and what short sessions have at least. */
const OWN_FILE_SHARE = 0.83;

let sharedTexts: Texts | undefined;

function makeSession(writer: AgentWriter, request: SessionRequest): MadeSession {
  sharedTexts ??= new Texts(new Random('texts'));
  return writer.write(new Scene(request, sharedTexts));
}

/** One session. `writer` may ask for the id of the project that it belongs to. */
export function makeSingle(folder: string, writer: AgentWriter, bytes: number): Store {
  const home = `${folder}/home`;
  const directory = `${folder}/projects/parcel-hub`;
  makeProject(directory);
  const request = { home, directory, startedAt: FIRST_START, bytes, seed: `single ${writer.name} ${bytes}` };
  const session = makeSession(writer, request);
  writer.finish?.(home);
  return { home, directory, sessions: [session], bytes: session.bytes, notes: [] };
}

/** Sessions of PraisonAI, all of one size: of the project in which the command starts, or of none (`global`). */
export function makePraison(
  folder: string,
  place: 'project' | 'global',
  count: number,
  bytes: number,
): Store {
  const home = `${folder}/home`;
  const directory = `${folder}/projects/parcel-hub`;
  const projectId = makeProject(directory);
  const writer = praisonAi(place === 'project' ? projectId : undefined);
  const sessions = Array.from({ length: count }, (_, index) => {
    const startedAt = FIRST_START + Math.floor((index * FLEET_DAYS * DAY_MS) / count);
    return makeSession(writer, { home, directory, startedAt, bytes, seed: `praison ${place} ${index}` });
  });
  return { home, directory, sessions, bytes: sum(sessions), notes: [] };
}

/** Sessions of all agents over a month and forty projects; sizes differ as on a real machine and add up to about `bytes`. */
export function makeFleet(folder: string, count: number, bytes: number): Store {
  const home = `${folder}/home`;
  const projects = Array.from(
    { length: FLEET_PROJECTS },
    (_, index) => `${folder}/projects/service-${index + 10}`,
  );
  for (const project of projects) makeProject(project);
  const { writers, notes } = fleetOf(count);
  const random = new Random(`fleet ${count}`);
  const weights = writers.map(() => random.skewed(1, SIZE_SPREAD));
  const scale = (bytes * OWN_FILE_SHARE) / weights.reduce((total, weight) => total + weight, 0);
  const sessions = writers.map((writer, index) =>
    makeSession(writer, {
      home,
      // Few projects get most of the work.
      directory: projects[Math.floor(random.fraction() ** 2 * projects.length)]!,
      startedAt: FIRST_START + Math.floor((index * FLEET_DAYS * DAY_MS) / count),
      bytes: Math.max(LEAST_SESSION_BYTES, Math.floor(weights[index]! * scale)),
      seed: `fleet ${index}`,
    }),
  );
  for (const writer of new Set(writers)) writer.finish?.(home);
  return { home, directory: projects[0]!, sessions, bytes: sum(sessions), notes };
}

function sum(sessions: readonly MadeSession[]): number {
  return sessions.reduce((total, session) => total + session.bytes, 0);
}
