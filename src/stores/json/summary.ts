import type { PythonObject, PythonValue } from './python-json.ts';
import { NumberLiteral } from './python-json.ts';

/** How Python begins the content of the message that stands for archived ones; its readers look for it. */
export const SUMMARY_PREFIX = '[Session Summary]\n';

const CARRIED = 'Before that: ';
const MAX_REQUESTS = 8;
const MAX_REQUEST_CHARS = 160;
const MAX_ANSWER_CHARS = 300;
const MAX_EARLIER_CHARS = 1_200;
const MAX_TOOLS = 12;

/**
 * What the archived messages were about, in bounded length: Python writes only counts, which tell the next model
 * nothing. Made from the whole archive each time, so it neither nests nor grows.
 *
 * `earlier` is the text of a previous summary whose messages are not in this archive (a fork, a truncation).
 */
export function summarizeArchive(archive: readonly PythonValue[], earlier: string | undefined): string {
  const { messages, roles, first, requests, latest, answer, tools } = archiveFacts(archive);
  const lines = [countLine(messages, roles)];
  if (earlier !== undefined && earlier.trim() !== '')
    lines.push(`${CARRIED}${oneLine(earlier, MAX_EARLIER_CHARS)}`);
  if (first !== undefined) lines.push(`First request: ${oneLine(first, MAX_REQUEST_CHARS)}`);
  if (latest.length > 0) {
    const left = requests - 1 - latest.length;
    lines.push(left > 0 ? `Later requests (${left} more left out before these):` : 'Later requests:');
    lines.push(...latest.map((text) => `- ${oneLine(text, MAX_REQUEST_CHARS)}`));
  }
  if (answer !== undefined) lines.push(`Last answer: ${oneLine(answer, MAX_ANSWER_CHARS)}`);
  const called = toolLine(tools);
  if (called !== '') lines.push(`Tools called: ${called}`);
  return SUMMARY_PREFIX + lines.join('\n');
}

interface ArchiveFacts {
  messages: number;
  roles: Map<PythonValue, number>;
  first: string | undefined;
  requests: number;
  /** The newest requests but the first. */
  latest: string[];
  answer: string | undefined;
  tools: Map<string, number>;
}

/** An archive only grows, message by message: what it began with is not counted again each time. */
let counted: { archive: readonly PythonValue[]; facts: ArchiveFacts } | undefined;

function archiveFacts(archive: readonly PythonValue[]): ArchiveFacts {
  const known = counted !== undefined && isPrefix(counted.archive, archive) ? counted : undefined;
  const facts: ArchiveFacts = known
    ? { ...known.facts, roles: new Map(known.facts.roles), tools: new Map(known.facts.tools) }
    : {
        messages: 0,
        roles: new Map(),
        first: undefined,
        requests: 0,
        latest: [],
        answer: undefined,
        tools: new Map(),
      };
  for (const message of archive.slice(known?.archive.length ?? 0))
    if (isObject(message)) countMessage(facts, message);
  counted = { archive, facts };
  return facts;
}

/** Whether a list begins with the very objects of another one. */
export function isPrefix(list: readonly PythonValue[], longer: readonly PythonValue[]): boolean {
  return list.length <= longer.length && list.every((item, index) => item === longer[index]);
}

function countMessage(facts: ArchiveFacts, message: PythonObject): void {
  const { role = '', content, tool_calls: calls } = message;
  facts.messages += 1;
  facts.roles.set(role, (facts.roles.get(role) ?? 0) + 1);
  if (typeof content === 'string' && content.trim() !== '') {
    if (role === 'user') {
      facts.requests += 1;
      if (facts.requests === 1) facts.first = content;
      else facts.latest = [...facts.latest, content].slice(-MAX_REQUESTS);
    } else if (role === 'assistant') facts.answer = content;
  }
  for (const call of Array.isArray(calls) ? calls : []) {
    const name = isObject(call) && isObject(call['function']) ? call['function']['name'] : undefined;
    if (typeof name === 'string') facts.tools.set(name, (facts.tools.get(name) ?? 0) + 1);
  }
}

/** What of a previous summary is carried on: the part that it carried itself, or all of one that Python wrote. */
export function carriedSummary(text: string): string {
  const line = text.split('\n').find((candidate) => candidate.startsWith(CARRIED));
  return line === undefined ? text : line.slice(CARRIED.length);
}

export function isObject(value: PythonValue | undefined): value is PythonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberLiteral)
  );
}

function countLine(messages: number, roles: ReadonlyMap<PythonValue, number>): string {
  const counts = (['user', 'assistant', 'tool', 'system'] as const).flatMap((role) => {
    const count = roles.get(role) ?? 0;
    return count === 0 ? [] : [`${count} ${role}`];
  });
  const parts = counts.length === 0 ? '' : ` (${counts.join(', ')})`;
  return `${messages} earlier messages${parts} are kept in this session's archive.`;
}

function toolLine(tools: ReadonlyMap<string, number>): string {
  const sorted = [...tools].sort((left, right) => right[1] - left[1]).slice(0, MAX_TOOLS);
  return sorted.map(([name, count]) => `${oneLine(name, 60)} ×${count}`).join(', ');
}

function oneLine(text: string, maxChars: number): string {
  // Cut first: a tool may have put megabytes into one message.
  const line = text
    .slice(0, maxChars * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= maxChars) return line;
  return `${line.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
