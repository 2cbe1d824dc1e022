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
  const messages = archive.flatMap((value) => (isObject(value) ? [value] : []));
  const requests = contents(messages, 'user');
  const answers = contents(messages, 'assistant');
  const lines = [countLine(messages)];
  if (earlier !== undefined && earlier.trim() !== '')
    lines.push(`${CARRIED}${oneLine(earlier, MAX_EARLIER_CHARS)}`);
  const [first, ...later] = requests;
  if (first !== undefined) lines.push(`First request: ${oneLine(first, MAX_REQUEST_CHARS)}`);
  const shown = later.slice(-MAX_REQUESTS);
  if (shown.length > 0) {
    const left = later.length - shown.length;
    lines.push(left > 0 ? `Later requests (${left} more left out before these):` : 'Later requests:');
    lines.push(...shown.map((text) => `- ${oneLine(text, MAX_REQUEST_CHARS)}`));
  }
  const answer = answers.at(-1);
  if (answer !== undefined) lines.push(`Last answer: ${oneLine(answer, MAX_ANSWER_CHARS)}`);
  const tools = toolCounts(messages);
  if (tools !== '') lines.push(`Tools called: ${tools}`);
  return SUMMARY_PREFIX + lines.join('\n');
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

function countLine(messages: readonly PythonObject[]): string {
  const counts = (['user', 'assistant', 'tool', 'system'] as const).flatMap((role) => {
    const count = messages.filter((message) => message['role'] === role).length;
    return count === 0 ? [] : [`${count} ${role}`];
  });
  const parts = counts.length === 0 ? '' : ` (${counts.join(', ')})`;
  return `${messages.length} earlier messages${parts} are kept in this session's archive.`;
}

function contents(messages: readonly PythonObject[], role: string): string[] {
  return messages.flatMap(({ role: actual, content }) =>
    actual === role && typeof content === 'string' && content.trim() !== '' ? [content] : [],
  );
}

function toolCounts(messages: readonly PythonObject[]): string {
  const counts = new Map<string, number>();
  for (const { tool_calls: calls } of messages)
    for (const call of Array.isArray(calls) ? calls : []) {
      const name = isObject(call) && isObject(call['function']) ? call['function']['name'] : undefined;
      if (typeof name === 'string') counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  const sorted = [...counts].sort((left, right) => right[1] - left[1]).slice(0, MAX_TOOLS);
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
