import { NEXT, PREAMBLE } from '../handoff/build-handoff-prompt.ts';
import type { RequestEvent, SessionEvent } from '../model/session-event.ts';

/**
 * A session that was begun with a handoff prompt has that prompt for its first request. What it carries is taken out of
 * it, so that a second handoff tells the task and not the story of the first: the goal with its rules is the request,
 * the latest request comes after it, and what the first run knew is its summary.
 */
export function unpackHandoff(event: SessionEvent): readonly SessionEvent[] {
  if (event.kind !== 'request') return [event];
  const begin = event.text.indexOf(PREAMBLE);
  if (begin === -1) return [event];
  const end = event.text.indexOf(NEXT, begin);
  const prompt = event.text.slice(begin + PREAMBLE.length, end === -1 ? undefined : end);
  const added = [event.text.slice(0, begin), end === -1 ? '' : event.text.slice(end + NEXT.length)];
  const sections = sectionsOf(prompt);
  const task = carriedTask(sections);
  const latest = plainRequest(sections.get('LATEST REQUEST') ?? '');
  const known = CARRIED.flatMap((label) => {
    const text = sections.get(label);
    return text === undefined ? [] : [`${label.toLowerCase()}: ${text}`];
  });
  const events = [
    ...(known.length > 0 ? [compaction(known.join('\n'), event)] : []),
    ...[task, latest, ...added].flatMap((text) =>
      text.trim() === '' ? [] : [{ ...event, text: text.trim() }],
    ),
  ];
  return events.some(({ kind }) => kind === 'request') ? events : [event];
}

/** What stands in a prompt beside the task; told as an earlier summary. */
const CARRIED = ['STATUS', 'OPEN TASKS', 'LAST FAILURE', 'RECENT ACTIONS', 'DECISIONS', 'EARLIER SUMMARY'];

const LABEL =
  /^(GOAL|DEFINITION OF DONE|CONSTRAINTS|LATEST REQUEST|STATUS|PROGRESS|OPEN TASKS|LAST FAILURE|UNFINISHED CALL|RECENT ACTIONS|KEY FILES|VERIFY WITH|COMMANDS USED|DECISIONS|EARLIER SUMMARY|WORKSPACE)\b[^:\n]{0,60}:[ \t]*/;

function sectionsOf(prompt: string): Map<string, string> {
  const sections = new Map<string, string>();
  let label: string | undefined;
  for (const line of prompt.split('\n')) {
    const found = LABEL.exec(line);
    if (found?.[1] !== undefined) {
      label = found[1];
      sections.set(label, line.slice(found[0].length));
    } else if (label !== undefined) sections.set(label, `${sections.get(label) ?? ''}\n${line}`);
  }
  return sections;
}

/** Rules that the goal does not state itself stand after it, each a sentence, so that they are found again. */
function carriedTask(sections: ReadonlyMap<string, string>): string {
  const goal = (sections.get('GOAL') ?? '').trim();
  const rules = (sections.get('CONSTRAINTS') ?? '')
    .split(/;\s+/)
    .map((rule) => rule.replace(/\s*\[turn \d+\]\s*$/, '').trim())
    .filter((rule) => rule !== '' && !rule.startsWith('…') && !goal.includes(rule))
    .map((rule) => (/[.!?]$/.test(rule) ? rule : `${rule}.`));
  const done = (sections.get('DEFINITION OF DONE') ?? '').trim();
  return [goal, ...rules, ...(done === '' || goal === '' ? [] : [`Done when: ${done}`])]
    .filter((line) => line !== '')
    .join('\n');
}

/** Without what the first handoff added to the human's words. */
function plainRequest(text: string): string {
  return text.replace(/\s*\((?:then|answered|refused a call|asked before that)\b[\s\S]*$/, '').trim();
}

function compaction(summary: string, { at }: RequestEvent): SessionEvent {
  return at === undefined ? { kind: 'compaction', summary } : { kind: 'compaction', summary, at };
}
