import { elementsOf, propertyOf, textOf } from '../text/plain.ts';
import type { HandoffOptions } from './build-handoff-prompt.ts';
import { blockListSection, inlineListSection, type Section, textSection } from './section.ts';

/** The sections of sessions that know more than goal, recap and checkpoint. Each is one line or a list of lines. */
export function extraSections(options: HandoffOptions): Section[] {
  const line = (name: keyof HandoffOptions): string => singleLine(textOf(propertyOf(options, name)));
  const lines = (name: keyof HandoffOptions): string[] =>
    elementsOf(propertyOf(options, name))
      .map((item) => singleLine(textOf(item)))
      .filter((item) => item !== '');
  const sections: (Section | undefined)[] = [
    labelled('latestRequest', 'LATEST REQUEST', line('latestRequest'), 600),
    list(lines('rankedFiles'), (items) =>
      inlineListSection('rankedFiles', keyFilesLabel(line('rankedFilesNote')), [...new Set(items)], ', ', {
        shareChars: 900,
      }),
    ),
    list(lines('openTasks'), (items) =>
      blockListSection('openTasks', 'OPEN TASKS:', items, 'first', { shareChars: 600 }),
    ),
    labelled('lastFailure', 'LAST FAILURE', line('lastFailure'), 450),
    labelled('unfinishedCall', 'UNFINISHED CALL', line('unfinishedCall'), 250),
    list(lines('verifyWith'), (items) =>
      inlineListSection('verifyWith', 'VERIFY WITH:', items, '; ', { shareChars: 300 }),
    ),
    list(lines('commands'), (items) =>
      inlineListSection('commands', 'COMMANDS USED:', items, '; ', { shareChars: 900 }),
    ),
    list(lines('decisions'), (items) =>
      blockListSection('decisions', 'DECISIONS (stated by the agent):', items, 'last', { shareChars: 350 }),
    ),
    labelled('earlierSummary', 'EARLIER SUMMARY (model-written)', line('earlierSummary'), 500),
    labelled('workspace', 'WORKSPACE', line('workspace'), 500),
  ];
  return sections.filter((section) => section !== undefined);
}

/** The star is cheaper than a remark behind every path. */
const keyFilesLabel = (note: string): string =>
  `KEY FILES (* changed, not tested since${note === '' ? '' : `; ${note}`}):`;

function labelled(
  name: Section['name'],
  label: string,
  text: string,
  shareChars: number,
): Section | undefined {
  return text === '' ? undefined : textSection(name, `${label}: ${text}`, { shareChars, minimumChars: 100 });
}

function list(items: readonly string[], make: (items: readonly string[]) => Section): Section | undefined {
  return items.length === 0 ? undefined : make(items);
}

function singleLine(text: string): string {
  return text.replace(/[\s\u0085\u2028\u2029]+/g, ' ').trim();
}
