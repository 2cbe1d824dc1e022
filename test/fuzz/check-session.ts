import { isAbsolute } from 'node:path';
import { HANDOFF_MAX_CHARS, NEXT, PREAMBLE } from '../../src/handoff/build-handoff-prompt.ts';
import type { ReadReport, SessionEntry } from '../../src/model/session.ts';
import type { SessionEvent } from '../../src/model/session-event.ts';
import { identifyProject } from '../../src/project/identity.ts';
import { buildRecap } from '../../src/recap/build-recap.ts';
import { SessionCatalog } from '../../src/sessions/catalog.ts';
import { readConversation } from '../../src/sessions/conversation.ts';
import { handOffSession } from '../../src/sessions/hand-off.ts';
import type { Environment, SessionReader, SessionSource } from '../../src/sources/source.ts';
import { descriptionComplaint, eventComplaint, reportComplaint } from './check-events.ts';
import { PLANTED } from './mutations/values.ts';

/** Something that must never be, whatever a store holds. */
export interface Fault {
  /** Which promise was broken: one word for each. */
  check: string;
  message: string;
}

export interface CheckedSession {
  entry: SessionEntry;
  events: SessionEvent[];
  report: ReadReport;
}

/** More sessions than a fixture has: what spliced rows make of it is checked in part. */
const MOST_SESSIONS = 12;

/** Collects faults; a check that throws is a fault itself. */
export class Faults {
  readonly found: Fault[] = [];

  add(check: string, message: string | undefined): void {
    if (message !== undefined) this.found.push({ check, message });
  }

  attempt<Result>(check: string, work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      this.add(check, described(error));
      return undefined;
    }
  }

  async attemptAsync<Result>(
    check: string,
    work: () => Result | Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      this.add(check, described(error));
      return undefined;
    }
  }
}

/** The message and where it came from; without paths, so that equal faults of two cases read the same. */
function described(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 4)
    .map((line) => line.trim().replace(/\((?:file:\/\/)?\/.*\/([^/]+)\)/, '($1)'));
  const message = (error.message.split('\n', 1)[0] ?? '').replace(/'?\/(?:dev\/shm|tmp|var)\/.*/, 'PATH');
  return `threw ${error.name}: ${message.slice(0, 160)} ${frames.join(' < ')}`;
}

/** Lists, describes, reads and hands off all that a source finds. */
export async function checkSource(
  source: SessionSource,
  environment: Environment,
  faults: Faults,
): Promise<CheckedSession[]> {
  const entries = faults.attempt('list', () => [...source.list(environment)]) ?? [];
  const reader = await source.reader();
  const checked: CheckedSession[] = [];
  for (const entry of entries.slice(0, MOST_SESSIONS)) {
    faults.add('entry', entryComplaint(entry));
    checkDescription(reader, entry, faults);
    const session = checkRead(reader, entry, faults);
    if (session) checked.push(session);
    await checkHandoff(source, entry, environment, faults);
  }
  await checkCatalog(source, environment, faults);
  checkPrototypes(faults);
  return checked;
}

/** Listings sort by the time, and print it. */
function entryComplaint({ id, location, modifiedAt, sizeBytes }: SessionEntry): string | undefined {
  if (id === '' || !isAbsolute(location)) return 'no id, or no absolute path';
  if (!(modifiedAt >= 0 && modifiedAt <= 8.64e15)) return `modifiedAt is ${modifiedAt}`;
  return sizeBytes >= 0 ? undefined : `sizeBytes is ${sizeBytes}`;
}

function checkDescription(reader: SessionReader, entry: SessionEntry, faults: Faults): void {
  const description = faults.attempt('describe', () => reader.describe(entry));
  if (description) faults.add('description', descriptionComplaint(description));
}

export function checkRead(
  reader: SessionReader,
  entry: SessionEntry,
  faults: Faults,
  during?: (event: SessionEvent) => void,
): CheckedSession | undefined {
  const events: SessionEvent[] = [];
  const calls = new Set<string>();
  const report = faults.attempt('read', () =>
    reader.read(entry, (event) => {
      during?.(event);
      faults.add('event', eventComplaint(event, calls));
      if (event.kind === 'tool-call') calls.add(event.callId);
      events.push(event);
    }),
  );
  if (!report) return undefined;
  faults.add('report', reportComplaint(report));
  return { entry, events, report };
}

async function checkHandoff(
  source: SessionSource,
  entry: SessionEntry,
  environment: Environment,
  faults: Faults,
): Promise<void> {
  const first = await faults.attemptAsync('handoff', () => handOffSession(source, entry, environment));
  if (!first) return;
  faults.add('prompt', promptComplaint(first.prompt));
  faults.add('report', reportComplaint(first.report));
  const second = await faults.attemptAsync('handoff', () => handOffSession(source, entry, environment));
  if (second && second.prompt !== first.prompt)
    faults.add('deterministic', 'the same session, another prompt');
  const reader = await source.reader();
  const conversation = faults.attempt('conversation', () => readConversation(reader, entry));
  if (conversation) faults.attempt('recap', () => buildRecap(reader.history?.(entry) ?? conversation));
}

const HEADING = new RegExp(`^\\s*(?:NEXT|GOAL|STATUS|KEY FILES|CONSTRAINTS[^:]*): ?${PLANTED}`, 'm');

/** Whatever went in: a prompt begins with our words, ends with our words, and fits. */
export function promptComplaint(prompt: string): string | undefined {
  if (!prompt.startsWith(PREAMBLE)) return 'does not begin with the preamble';
  if (!prompt.endsWith(`\n${NEXT}`)) return 'does not end with NEXT';
  if (prompt.length > HANDOFF_MAX_CHARS) return `has ${prompt.length} UTF-16 units`;
  if (/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(prompt))
    return 'holds half of a surrogate pair';
  const lines = prompt.replaceAll(/[\r\v\f\u0085\u2028\u2029]/g, '\n');
  if (HEADING.test(lines))
    return `holds a heading that text of the session made: ${HEADING.exec(lines)?.[0]}`;
  return undefined;
}

/** What a person sees of all sessions: the listing, this project's newest one, an id resolved. */
async function checkCatalog(source: SessionSource, environment: Environment, faults: Faults): Promise<void> {
  const catalog = new SessionCatalog(environment, [source]);
  const project = identifyProject(environment.directory, environment);
  for (const filter of [{}, { project, children: false }])
    await faults.attemptAsync('catalog', async () => {
      for await (const _ of catalog.newest(filter));
    });
}

function checkPrototypes(faults: Faults): void {
  for (const prototype of [Object.prototype, Array.prototype, String.prototype])
    for (const key of Object.keys(prototype)) {
      faults.add('prototype', `a prototype got the property ${key}`);
      Reflect.deleteProperty(prototype, key);
    }
  if ('polluted' in {}) faults.add('prototype', 'a prototype got the property polluted');
}
