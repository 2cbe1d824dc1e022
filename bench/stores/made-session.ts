import { createHash } from 'node:crypto';
import type { MessageRecord } from '../../src/model/session-record.ts';
import type { SessionHead, SessionKey } from '../../src/stores/session-store.ts';

const WORDS = ['parser', 'timeout', 'index', 'cache', 'login', 'docs', 'build', 'socket', 'queue', 'token'];
const SOURCES = ['claude-code', 'codex', 'praisonai', 'gemini-cli'];
const START = 1_700_000_000_000;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const word = (seed: number): string => WORDS[seed % WORDS.length]!;

/** How many sessions, messages and projects a store is filled with. */
export interface Counts {
  sessions: number;
  messagesEach: number;
  projects: number;
}

export interface MadeSession {
  key: SessionKey;
  head: SessionHead;
  messages: MessageRecord[];
}

/** One project for about 250 sessions, the first ones larger. */
export const projectsFor = (sessions: number): number => Math.max(4, Math.round(sessions / 250));

export const projectName = (index: number): string => `p${String(index).padStart(7, '0')}`;

/** The key of the `n`th session, 1 and up, in every filled store. */
export function madeKey(n: number): SessionKey {
  return { source: n % 2500 === 1 ? 'pi' : SOURCES[n % 4]!, id: `${md5(String(n))}-${n}` };
}

/** The `n`th session as `fillStatements` (src/stores/testing/fill-postgres.ts) makes it on the server. */
export function madeSession(n: number, { sessions, messagesEach, projects }: Counts): MadeSession {
  const key = madeKey(n);
  const at = START + ((n * 7919) % sessions) * 60_000;
  return {
    key,
    head: {
      project: projectName(Math.round((((n * 7919) % 9973) / 9973) ** 2 * projects)),
      description: {
        title: `Fix the ${word(n)} of ${word(Math.floor(n / 7))} ${n}`,
        directory: `/home/someone/work/${n % 100}`,
        branch: 'main',
        createdAt: at - 3_600_000,
        updatedAt: at,
        ending: 'finished',
        model: 'some-model',
        messageCount: messagesEach,
        // One in ten is a child, which the newest session of a project is never taken from.
        ...(n % 10 === 3 ? { parentId: madeKey(n - 1).id } : {}),
      },
      document: {
        session_id: key.id,
        created_at: '2026-11-30T07:00:00.000000+00:00',
        updated_at: new Date(at).toISOString().replace('Z', '000+00:00'),
        agent_name: null,
        metadata: { goal_state: { goal: 'Ship it. '.repeat(40) } },
      },
    },
    messages: Array.from({ length: messagesEach }, (_, index) => madeMessage(n, index)),
  };
}

function madeMessage(n: number, index: number): MessageRecord {
  const isRequest = index % 10 === 0;
  return {
    role: isRequest ? 'user' : 'assistant',
    content: isRequest
      ? `please make the ${word(n + index)} work with ${rareWord(n, index)}`
      : `${md5(String(n + index))} `.repeat(20),
    timestamp: 1_700_000_000 + n + index,
    metadata: {},
  };
}

/** A word of the `n`th session that about one in 50,000 requests has. */
export function rareWord(n: number, message = 0): string {
  return `w${(n * 31 + message) % 50_021}`;
}
