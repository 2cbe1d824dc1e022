import { createHash } from 'node:crypto';
import { cutWords } from '../text/cut.ts';
import { oneLine } from '../text/sanitize.ts';
import { isoTime } from '../text/time.ts';
import { PAGE_MARKER, PAGE_STYLE } from './page-frame.ts';
import type { Transcript, TranscriptEntry } from './transcript.ts';

/** What a page shows. Every text went through the cleaner; none of it is trusted as HTML. */
export interface SharedSession {
  title: string;
  /** Name and value, in the order in which they are shown. */
  facts: readonly (readonly [name: string, value: string])[];
  /** The handoff prompt. */
  prompt: string;
  transcript: Transcript;
  /** One sentence: what was hidden, or that nothing was. */
  privacy: string;
}

const TITLE_CHARS = 200;
const TOOL_CHARS = 240;

/**
 * The page: self-contained, without script, link, image or form. The policy forbids all of them once more, should an
 * escape ever be missing; the one style is allowed by its hash.
 */
export function renderSharePage(session: SharedSession): string {
  const title = cutWords(oneLine(session.title), TITLE_CHARS);
  const facts = session.facts.map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(oneLine(value))}</dd>`,
  );
  return `${PAGE_MARKER}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy()}">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex, nofollow">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<dl>${facts.join('')}</dl>
<p class="note">${escapeHtml(session.privacy)}</p>
<h2>Handoff prompt</h2>
<div class="text prompt">${escapeHtml(session.prompt)}</div>
<h2>Conversation</h2>
${conversation(session.transcript)}
</main>
</body>
</html>
`;
}

/** No source of anything is allowed but this style. `frame-ancestors` has no effect in a meta element. */
export function contentSecurityPolicy(): string {
  const hash = createHash('sha256').update(PAGE_STYLE).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

function conversation({ entries, leftOut }: Transcript): string {
  const parts = leftOut > 0 ? [`<p class="note">${leftOut} earlier entries were left out.</p>`] : [];
  let calls: string[] = [];
  const closeCalls = () => {
    if (calls.length > 0) parts.push(`<ul>${calls.join('')}</ul>`);
    calls = [];
  };
  for (const entry of entries) {
    if (entry.kind === 'tool') {
      calls.push(`<li>${escapeHtml(toolLine(entry))}</li>`);
      continue;
    }
    closeCalls();
    parts.push(said(entry));
  }
  closeCalls();
  return parts.length === 0 ? '<p class="note">Nothing was said.</p>' : parts.join('\n');
}

function said(entry: Exclude<TranscriptEntry, { kind: 'tool' }>): string {
  if (entry.kind === 'note') return `<p class="note">${escapeHtml(oneLine(entry.text))}</p>`;
  const who = entry.kind === 'human' ? 'Human' : 'Agent';
  const time = entry.at === undefined ? '' : ` <time>${escapeHtml(timeText(entry.at))}</time>`;
  return `<section class="${entry.kind}"><h3>${who}${time}</h3><div class="text">${escapeHtml(entry.text.trim())}</div></section>`;
}

function toolLine(entry: Extract<TranscriptEntry, { kind: 'tool' }>): string {
  const subject = cutWords(oneLine(entry.subject), TOOL_CHARS);
  const call = [entry.byHuman ? 'the human ran' : '', cutWords(oneLine(entry.tool), 80), subject];
  const exit = entry.exitCode === undefined || entry.exitCode === 0 ? '' : ` (exit ${entry.exitCode})`;
  return `${call.filter((part) => part !== '').join(' ')} → ${entry.outcome ?? 'no result on record'}${exit}`;
}

/** Times beyond what a calendar holds are left out. */
function timeText(at: number): string {
  return Math.abs(at) <= 8.64e15 ? isoTime(at) : '';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML text or as the value of a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
