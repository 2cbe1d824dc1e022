import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonRecord } from '../parse-record.ts';
import { EndingTracker } from './ending.ts';
import { call, only, readRecords, record, say, user } from './test-records.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'praisonai-claude-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (lines: readonly (JsonRecord | string)[], name?: string) => readRecords(root, lines, name);

describe('turns', () => {
  const endingOf = (...lines: JsonRecord[]): [read: string, described: string | undefined] => {
    const { events, description } = read(lines);
    const tracker = new EndingTracker();
    for (const event of events) tracker.see(event);
    return [tracker.ending, description.ending];
  };

  it('ends one that the agent ended, without a mark of it in old builds', () => {
    expect(endingOf(user('x'), say('done'))).toEqual(['finished', 'finished']);
    expect(only(read([user('x'), say('done'), user('y'), say('more')]).events, 'turn-end')).toHaveLength(2);
    expect(
      only(read([user('x'), say('done'), record('system', { subtype: 'turn_duration' })]).events, 'turn-end'),
    ).toHaveLength(1);
  });

  it('does not end one that was going on', () => {
    const thinking = record('assistant', { message: { content: [{ type: 'thinking', thinking: 'hm' }] } });
    expect(endingOf(user('x'), say('first'), thinking)).toEqual(['interrupted', 'interrupted']);
    expect(endingOf(user('x'), call('t', 'Bash', {}), say('while it runs'))).toEqual([
      'interrupted',
      'interrupted',
    ]);
    expect(
      endingOf(
        user('x'),
        say('first', { message: { content: [{ type: 'text', text: 'a' }], stop_reason: 'tool_use' } }),
      ),
    ).toEqual(['interrupted', 'interrupted']);
  });

  it('is not confused by a call of an earlier turn that never got its result', () => {
    expect(endingOf(user('x'), call('t', 'Bash', {}), user('y'), say('done'))).toEqual([
      'finished',
      'finished',
    ]);
  });

  it('counts a prompt that still waits in the queue', () => {
    const { events } = read([
      user('x'),
      say('working on it', { message: { content: [{ type: 'text', text: 'w' }], stop_reason: 'tool_use' } }),
      { type: 'queue-operation', operation: 'enqueue', content: 'and the docs' },
      { type: 'queue-operation', operation: 'enqueue', content: '<task-notification></task-notification>' },
    ]);
    expect(only(events, 'request').map((event) => [event.text, event.via])).toEqual([
      ['x', 'prompt'],
      ['and the docs', 'queued'],
    ]);
  });

  it('ends one before a compaction by hand, of which no summary may be kept', () => {
    const { events } = read([
      user('x'),
      say('done'),
      record('system', { subtype: 'compact_boundary' }),
      user('y', { parentUuid: null }),
    ]);
    const kinds = events.map((event) => event.kind);
    expect(kinds.slice(kinds.indexOf('assistant-text'))).toEqual([
      'assistant-text',
      'turn-end',
      'compaction',
      'request',
    ]);
  });

  it('tells limits apart', () => {
    const limits = [
      'Claude AI usage limit reached|1749924000',
      "You've hit your weekly limit · resets Mon",
      'Prompt is too long · automatic compaction failed: x',
      'API Error: Connection error.',
    ].map(
      (text) => only(read([user('x'), say(text, { isApiErrorMessage: true })]).events, 'limit')[0]?.limit,
    );
    expect(limits).toEqual(['usage', 'usage', 'context', 'error']);
  });
});
