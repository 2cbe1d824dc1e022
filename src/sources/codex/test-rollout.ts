import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReadReport, SessionEnding, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import type { Environment } from '../source.ts';
import { codexReader } from './session-reader.ts';

/** Helpers of this folder's tests. */

export const THREAD = '019c0000-1a2b-7c3d-8e4f-5a6b7c8d9e00';
export const OTHER = '019c0000-1a2b-7c3d-8e4f-5a6b7c8d9e11';

export function environmentOf(home: string, variables: Record<string, string> = {}): Environment {
  return { home, variables, platform: 'linux', directory: join(home, 'nowhere') };
}

export function write(path: string, content: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

export function fileName(id: string, segment?: string, time = '2026-11-20T10-00-00'): string {
  return `rollout-${time}-${id}${segment === undefined ? '' : `_${segment}`}.jsonl`;
}

export function line(type: string, payload: unknown): string {
  return JSON.stringify({ timestamp: '2026-11-20T10:00:00.000Z', type, payload });
}

export function lines(...records: [type: string, payload: unknown][]): string {
  return records.map(([type, payload]) => `${line(type, payload)}\n`).join('');
}

export function readAll(entry: SessionEntry): { events: SessionEvent[]; report: ReadReport } {
  const events: SessionEvent[] = [];
  const report = codexReader.read(entry, (event) => events.push(event));
  return { events, report };
}

export function entryAt(location: string, id = THREAD): SessionEntry {
  return { source: 'codex', id, location, modifiedAt: 1, sizeBytes: 1 };
}

/** How a run ended, by its events alone: what `describe` must agree with. */
export function endingOfEvents(events: SessionEvent[]): SessionEnding {
  let ending: SessionEnding = 'unknown';
  const human = new Set<string>();
  for (const event of events) {
    if (event.kind === 'tool-call' && event.by === 'human') human.add(event.callId);
    else if (event.kind === 'tool-call') ending = event.action.type === 'ask' ? 'waiting' : 'interrupted';
    else if (event.kind === 'tool-result') {
      // A late end of a background command changes nothing.
      if (!human.has(event.callId) && ending === 'waiting') ending = 'interrupted';
    } else if (event.kind === 'limit') ending = event.limit === 'error' ? 'error' : `${event.limit}-limit`;
    else if (event.kind === 'turn-end') ending = 'finished';
    else if (event.kind === 'rollback') ending = 'unknown';
    else if (['request', 'assistant-text', 'plan-document', 'interruption'].includes(event.kind))
      ending = 'interrupted';
  }
  return ending;
}
