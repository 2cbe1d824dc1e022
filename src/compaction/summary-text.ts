/** What every summary has, in this order; the names are part of what a model is asked for. */
export const SUMMARY_HEADINGS = [
  'Active task',
  'Completed actions',
  'In progress',
  'Pending questions',
  'Relevant files',
  'Remaining work',
] as const;

export type SummaryHeading = (typeof SUMMARY_HEADINGS)[number];

export type SummaryParts = { readonly [heading in SummaryHeading]?: readonly string[] };

const CONSTRAINTS_HEADING = 'Constraints (the human’s own words; never violate)';

/** A summary from its parts; a heading without lines says so, so that nobody looks for what is not there. */
export function summaryText(parts: SummaryParts): string {
  return SUMMARY_HEADINGS.map((heading) => {
    const lines = (parts[heading] ?? [])
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter((line) => line !== '');
    return `## ${heading}\n${lines.length === 0 ? 'None on record.' : lines.map((line) => `- ${line}`).join('\n')}`;
  }).join('\n');
}

/** The whole of what replaces the messages: whose words it is, the summary, the rules word for word. */
export function framedSummary(
  summary: string,
  facts: { messages: number; by: string; constraints: readonly string[] },
): string {
  const head = `[Summary of the ${facts.messages} earlier messages of this session, ${facts.by}. What follows it is the conversation itself.]`;
  const rules = facts.constraints.map((constraint) => `- ${constraint.replace(/\s+/g, ' ').trim()}`);
  return [head, summary.trim(), ...(rules.length > 0 ? [`## ${CONSTRAINTS_HEADING}`, ...rules] : [])].join(
    '\n',
  );
}

/** Whether a model's text is the summary that it was asked for. */
export function isSummary(text: string): boolean {
  const found = SUMMARY_HEADINGS.filter((heading) => new RegExp(`^#{1,4} *${heading}\\b`, 'im').test(text));
  return found.length >= 3;
}
