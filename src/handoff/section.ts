import { cutEnd, cutStart, ELLIPSIS } from '../text/cut.ts';

/** Every section of a handoff prompt, in the order in which they stand. */
export const sectionNames = [
  'preamble',
  'goal',
  'definitionOfDone',
  'constraints',
  'rankedFiles',
  'latestRequest',
  'status',
  'progress',
  'openTasks',
  'lastFailure',
  'unfinishedCall',
  'recentActions',
  'recap',
  'keyFiles',
  'verifyWith',
  'commands',
  'decisions',
  'earlierSummary',
  'workspace',
  'next',
] as const;

export type SectionName = (typeof sectionNames)[number];

export interface Rendered {
  text: string;
  /** Items of a list that are not in the text. */
  omittedItems: number;
}

/** A section that can be rendered at any size. All sizes are UTF-16 units. */
export interface Section {
  name: SectionName;
  full: string;
  /** Smallest size at which it still tells something. */
  minimumChars: number;
  /** Size at which it stops to grow while other sections lack room. */
  shareChars: number;
  /** At most `maxChars` long, with a mark where something was cut. */
  render(maxChars: number): Rendered;
}

interface SectionLimits {
  shareChars: number;
  minimumChars?: number;
}

/** `LABEL: text`, cut at its end. */
export function textSection(name: SectionName, text: string, limits: SectionLimits): Section {
  return {
    name,
    full: text,
    minimumChars: Math.min(text.length, limits.minimumChars ?? 60),
    shareChars: limits.shareChars,
    render: (maxChars) => ({ text: cutEnd(text, maxChars), omittedItems: 0 }),
  };
}

/** `LABEL:` and a block of text below, of which the newest end is kept. */
export function tailSection(name: SectionName, label: string, text: string, limits: SectionLimits): Section {
  const head = `${label}\n`;
  const full = head + text;
  return {
    name,
    full,
    minimumChars: Math.min(full.length, limits.minimumChars ?? head.length + 40),
    shareChars: limits.shareChars,
    render: (maxChars) => {
      if (full.length <= maxChars) return { text: full, omittedItems: 0 };
      return { text: head + cutStart(text, Math.max(0, maxChars - head.length)), omittedItems: 0 };
    },
  };
}

/** `LABEL: a, b, c`: items from the first on, as many as there is room for. */
export function inlineListSection(
  name: SectionName,
  label: string,
  items: readonly string[],
  separator: string,
  limits: SectionLimits,
): Section {
  const full = `${label} ${items.join(separator)}`;
  return {
    name,
    full,
    minimumChars: Math.min(full.length, limits.minimumChars ?? label.length + 60),
    shareChars: limits.shareChars,
    render: (maxChars) => {
      if (full.length <= maxChars) return { text: full, omittedItems: 0 };
      const mark = separator + ELLIPSIS;
      let text = `${label} ${items[0] ?? ''}`;
      if (text.length + mark.length > maxChars) {
        return { text: cutEnd(text + mark, maxChars), omittedItems: items.length - 1 };
      }
      let count = 1;
      for (const item of items.slice(1)) {
        if (text.length + separator.length + item.length + mark.length > maxChars) break;
        text += separator + item;
        count += 1;
      }
      return { text: text + mark, omittedItems: items.length - count };
    },
  };
}

/** `LABEL:` and one line per item; where room lacks, the `keep` end of the list stays and a line tells how many went. */
export function blockListSection(
  name: SectionName,
  label: string,
  items: readonly string[],
  keep: 'first' | 'last',
  limits: SectionLimits,
): Section {
  const lines = items.map((item) => `  - ${item}`);
  const full = [label, ...lines].join('\n');
  const nearest = (keep === 'first' ? lines[0] : lines.at(-1)) ?? '';
  return {
    name,
    full,
    minimumChars: Math.min(
      full.length,
      limits.minimumChars ?? label.length + Math.min(nearest.length, 80) + 20,
    ),
    shareChars: limits.shareChars,
    render: (maxChars) =>
      full.length <= maxChars ? { text: full, omittedItems: 0 } : renderLines(label, lines, keep, maxChars),
  };
}

function renderLines(
  label: string,
  lines: readonly string[],
  keep: 'first' | 'last',
  maxChars: number,
): Rendered {
  const markFor = (omitted: number) => `  - ${ELLIPSIS} ${omitted} ${keep === 'first' ? 'more' : 'earlier'}`;
  const roomForLines = maxChars - label.length - markFor(lines.length).length - 1;
  const kept: string[] = [];
  let used = 0;
  for (const line of keep === 'first' ? lines : lines.toReversed()) {
    if (used + line.length + 1 > roomForLines) break;
    used += line.length + 1;
    kept.push(line);
  }
  const omittedItems = lines.length - kept.length;
  if (kept.length === 0) {
    const only = (keep === 'first' ? lines[0] : lines.at(-1)) ?? '';
    return {
      text: cutEnd(`${label}\n${only}\n${markFor(omittedItems)}`, maxChars),
      omittedItems: lines.length - 1,
    };
  }
  const body =
    keep === 'first' ? [...kept, markFor(omittedItems)] : [markFor(omittedItems), ...kept.toReversed()];
  return { text: [label, ...body].join('\n'), omittedItems };
}
