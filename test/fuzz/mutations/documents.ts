import type { Random } from '../../../bench/generate/random.ts';
import { damage } from './bytes.ts';
import { idsIn, mutateJson } from './json.ts';
import type { Mutated } from './lines.ts';

const PLACE = '\uE001element-';

/** A JSON document of which some list elements are mutated, or values outside of its lists, or bytes. */
export function mutateDocument(original: Buffer, random: Random): Mutated {
  let root: unknown;
  try {
    root = JSON.parse(original.toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { bytes: damage(original, random), records: 1, destroyed: 0 };
  }
  const kind = random.integer(0, 9);
  const elements = kind < 6 ? longestList(root) : undefined;
  const mutated = elements
    ? mutateElements(root, elements, random)
    : { text: mutateJson(JSON.stringify(root), random, { ids: idsIn(root) }), records: 1, destroyed: 0 };
  const bytes = Buffer.from(mutated.text);
  return layOut({ ...mutated, bytes: kind === 9 ? damage(bytes, random) : bytes }, random);
}

/** In another program's layout, where it still is JSON. */
function layOut({ bytes, records, destroyed }: Mutated, random: Random): Mutated {
  const text = bytes.toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    const layout = random.pick([undefined, 2, '\t']);
    const isPlain = layout !== undefined && text.length < 100_000 && !/[[{]{50}|\d{300}/.test(text);
    return { bytes: isPlain ? Buffer.from(JSON.stringify(value, null, layout)) : bytes, records, destroyed };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { bytes, records, destroyed: destroyed + 1 };
  }
}

function mutateElements(
  root: unknown,
  elements: unknown[],
  random: Random,
): { text: string; records: number; destroyed: number } {
  const isOfSession =
    Object.values(root ?? {}).includes(elements) && isObjectText(JSON.stringify(elements[0]));
  const neighbours = { ids: idsIn(elements) };
  const share = random.pick([0.1, 0.4, 1]);
  const texts: string[] = [];
  for (const [index, element] of elements.entries()) {
    if (index > 0 && !random.chance(share)) continue;
    elements[index] = `${PLACE}${texts.length}`;
    texts.push(mutateJson(JSON.stringify(element), random, neighbours));
  }
  if (random.chance(0.1)) elements.splice(random.integer(0, elements.length), 0, random.pick(elements));
  const text = JSON.stringify(root).replace(
    new RegExp(`"${PLACE}(\\d+)"`, 'g'),
    (_, index: string) => texts[Number(index)] ?? 'null',
  );
  const destroyed = isOfSession ? texts.filter((element) => !isObjectText(element)).length : 0;
  return { text, records: texts.length, destroyed };
}

/** The list that holds the session's messages is the longest one near the top. */
function longestList(root: unknown): unknown[] | undefined {
  const near = [root, ...Object.values(root ?? {})].flatMap((value) => [
    value,
    ...Object.values(value ?? {}),
  ]);
  const lists = near.filter((value): value is unknown[] => Array.isArray(value) && value.length > 0);
  return lists.sort((left, right) => right.length - left.length)[0];
}

const isObjectText = (text: string): boolean => text.startsWith('{');
