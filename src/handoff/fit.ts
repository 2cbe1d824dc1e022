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
 * loses a section. Then goal and rules grow to their full size, facts to their shares, lists that can be shorter to their
 * shares scaled down alike, and what is left goes out by priority.
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
  const { sizes, room } = smallestForms(byPriority, maxChars);
  const kept = byPriority.filter((section) => sizes.has(section.name));
  let left = grow(kept.filter(isProtected), sizes, room, (section) => section.full.length);
  const facts = kept.filter((section) => !isProtected(section) && !isElastic(section));
  left = grow(facts, sizes, left, shareOf);
  const elastic = kept.filter(isElastic);
  const missing = (section: Section) => Math.max(0, shareOf(section) - (sizes.get(section.name) ?? 0));
  const wanted = elastic.reduce((sum, section) => sum + missing(section), 0);
  const scale = Math.min(1, left / Math.max(1, wanted));
  left = grow(elastic, sizes, left, (section) => {
    const size = sizes.get(section.name) ?? 0;
    return size + Math.floor((shareOf(section) - size) * scale);
  });
  grow(kept, sizes, left, (section) => section.full.length);
  return sizes;
}

function smallestForms(
  byPriority: readonly Section[],
  maxChars: number,
): { sizes: Map<SectionName, number>; room: number } {
  const sizes = new Map<SectionName, number>();
  // Each section but the first costs a line break.
  let room = maxChars + 1;
  for (const section of byPriority) {
    const needed = minimumOf(section) + 1;
    if (needed <= room) {
      sizes.set(section.name, needed - 1);
      room -= needed;
      continue;
    }
    // Nothing at all fitted yet: the most important section is cut to what there is.
    if (sizes.size === 0) {
      sizes.set(section.name, maxChars);
      room = 0;
    }
    break;
  }
  return { sizes, room };
}

/** Lets sections grow up to a size each, in their order; returns the room that is left. */
function grow(
  sections: readonly Section[],
  sizes: Map<SectionName, number>,
  room: number,
  target: (section: Section) => number,
): number {
  let left = room;
  for (const section of sections) {
    const size = sizes.get(section.name) ?? 0;
    const growth = Math.max(0, Math.min(target(section) - size, left));
    sizes.set(section.name, size + growth);
    left -= growth;
  }
  return left;
}

/** What tells the next agent what to do and what never to do is cut after all else. */
function isProtected(section: Section): boolean {
  return ['next', 'preamble', 'goal', 'constraints', 'definitionOfDone'].includes(section.name);
}

/** Lists and digests that lose little by being shorter. */
function isElastic(section: Section): boolean {
  return ['recentActions', 'commands', 'earlierSummary', 'recap'].includes(section.name);
}

/** The two fixed lines are whole or not at all. */
function minimumOf(section: Section): number {
  return section.name === 'next' || section.name === 'preamble' ? section.full.length : section.minimumChars;
}

const shareOf = (section: Section): number => Math.min(section.full.length, section.shareChars);

function fitted(section: Section, size: number): FittedSection {
  const common = { name: section.name, fullChars: section.full.length };
  if (size >= section.full.length) return { ...common, text: section.full, cut: 'none', omittedItems: 0 };
  if (size < 1) return { ...common, text: '', cut: 'omitted', omittedItems: 0 };
  const rendered = section.render(size);
  const text = rendered.text.length > size ? cutEnd(rendered.text, size) : rendered.text;
  return { ...common, text, cut: text === '' ? 'omitted' : 'trimmed', omittedItems: rendered.omittedItems };
}
