import { cutEnd } from '../text/cut.ts';
import { type Section, type SectionName, sectionNames } from './section.ts';

/**
 * Which sections live longest, first the last to go. What tells the next agent what to do and what never to do outlives
 * what it could find out by itself; the recap goes first of all.
 */
const PRIORITY: readonly SectionName[] = [
  'next',
  'preamble',
  'goal',
  'constraints',
  'definitionOfDone',
  'latestRequest',
  'status',
  'lastFailure',
  'openTasks',
  'rankedFiles',
  'keyFiles',
  'progress',
  'unfinishedCall',
  'verifyWith',
  'recentActions',
  'commands',
  'workspace',
  'decisions',
  'earlierSummary',
  'recap',
];

export interface FittedSection {
  name: SectionName;
  /** What stands in the prompt; empty when the section was left out for lack of room. */
  text: string;
  fullChars: number;
  cut: 'none' | 'trimmed' | 'omitted';
  /** Items of a list that did not fit. */
  omittedItems: number;
}

/**
 * Fits the sections into `maxChars` UTF-16 units (`undefined`: no cap), joined by line breaks; result in the order of the prompt.
 *
 * First every section gets its smallest form, in order of priority, up to the first that has no room: so more room never
 * loses a section. Then sections grow to their shares, then to their full size, again by priority.
 */
export function fitSections(sections: readonly Section[], maxChars: number | undefined): FittedSection[] {
  const ordered = [...sections].sort((a, b) => sectionNames.indexOf(a.name) - sectionNames.indexOf(b.name));
  const fullLength = ordered.reduce((sum, section) => sum + section.full.length + 1, -1);
  if (maxChars === undefined || fullLength <= maxChars)
    return ordered.map((section) => fitted(section, section.full.length));
  const sizes = distribute(ordered, maxChars);
  return ordered.map((section) => fitted(section, sizes.get(section.name) ?? 0));
}

function distribute(sections: readonly Section[], maxChars: number): Map<SectionName, number> {
  const byPriority = [...sections].sort((a, b) => PRIORITY.indexOf(a.name) - PRIORITY.indexOf(b.name));
  const sizes = new Map<SectionName, number>();
  // Each section but the first costs a line break.
  let room = maxChars + 1;
  for (const section of byPriority) {
    const needed = minimumOf(section) + 1;
    if (needed > room) {
      // Nothing at all fitted yet: the most important section is cut to what there is.
      if (sizes.size === 0) {
        sizes.set(section.name, maxChars);
        room = 0;
      }
      break;
    }
    sizes.set(section.name, needed - 1);
    room -= needed;
  }
  for (const limit of [shareOf, fullOf]) {
    for (const section of byPriority) {
      const size = sizes.get(section.name);
      if (size === undefined) continue;
      const growth = Math.max(0, Math.min(limit(section) - size, room));
      sizes.set(section.name, size + growth);
      room -= growth;
    }
  }
  return sizes;
}

/** The two fixed lines are whole or not at all. */
function minimumOf(section: Section): number {
  return section.name === 'next' || section.name === 'preamble' ? section.full.length : section.minimumChars;
}

const shareOf = (section: Section): number => Math.min(section.full.length, section.shareChars);
const fullOf = (section: Section): number => section.full.length;

function fitted(section: Section, size: number): FittedSection {
  const common = { name: section.name, fullChars: section.full.length };
  if (size >= section.full.length) return { ...common, text: section.full, cut: 'none', omittedItems: 0 };
  if (size < 1) return { ...common, text: '', cut: 'omitted', omittedItems: 0 };
  const rendered = section.render(size);
  const text = rendered.text.length > size ? cutEnd(rendered.text, size) : rendered.text;
  return { ...common, text, cut: text === '' ? 'omitted' : 'trimmed', omittedItems: rendered.omittedItems };
}
