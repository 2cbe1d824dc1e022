import type { Random } from '../../../bench/generate/random.ts';
import { type Hostile, hostileKey, hostileText, hostileValue, TIMES } from './values.ts';

/** Holds the place of raw JSON text in a value until that is written. */
const PLACE = '\uE000raw-';

type Holder = { [key: string]: unknown } | unknown[];
interface Place {
  holder: Holder;
  key: string;
}

/** What one record of a file can be joined with: the values under keys that look like ids, over all records. */
export interface Neighbours {
  ids: readonly unknown[];
}

/** The JSON text of a record after one to four mutations of values at any path. `text` must be JSON. */
export function mutateJson(text: string, random: Random, neighbours: Neighbours): string {
  const root = { root: JSON.parse(text) as unknown };
  const raw: string[] = [];
  for (let left = random.pick([1, 1, 1, 2, 4]); left > 0; left -= 1)
    mutateOnce(root, raw, random, neighbours);
  return write(root.root, raw);
}

export function idsIn(value: unknown): unknown[] {
  return placesIn({ root: value })
    .filter(({ key }) => isIdKey(key))
    .map((place) => get(place))
    .filter((id) => typeof id === 'string' || typeof id === 'number');
}

/** Every place of a value, the outermost included. Without recursion: fixtures may nest deeper than the stack. */
function placesIn(root: { root: unknown }): Place[] {
  const places: Place[] = [];
  const open: Holder[] = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      const child = get({ holder, key });
      if (typeof child === 'object' && child !== null) open.push(child as Holder);
    }
  }
  return places;
}

const isIdKey = (key: string): boolean => /(?:^|_)id$|Id$|ID$|uuid|parent|ordinal|thread/i.test(key);
const isTimeKey = (key: string): boolean => /time|_at$|At$|date|created|updated|started|ended/i.test(key);

type Operation = (place: Place, raw: string[], random: Random, neighbours: Neighbours) => void;

const replace: Operation = (place, raw, random) => setHostile(place, hostileValue(random), raw);

const OPERATIONS: readonly [weight: number, operation: Operation][] = [
  [30, replace],
  [8, ({ holder, key }) => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key])],
  [5, renameKey],
  [6, addKey],
  [5, (place) => set(place, [get(place)])],
  [4, (place) => set(place, { value: get(place) })],
  [5, (place) => set(place, otherType(get(place)))],
  [14, mangleText],
  [8, duplicate],
];

function mutateOnce(root: { root: unknown }, raw: string[], random: Random, neighbours: Neighbours): void {
  const places = placesIn(root);
  if (places.length === 0) return;
  const kind = random.integer(0, 99);
  const times = places.filter(({ key }) => isTimeKey(key));
  const ids = places.filter(({ key }) => isIdKey(key));
  if (kind < 10 && times.length > 0) set(random.pick(times), random.pick(TIMES));
  else if (kind < 22 && ids.length > 0 && neighbours.ids.length > 0)
    set(random.pick(ids), random.pick(neighbours.ids));
  else {
    const place = random.pick(places);
    // The whole record is its rarest part: one of hundreds of values.
    if (place.holder === root && random.chance(0.7)) return;
    weighted(random)(place, raw, random, neighbours);
  }
}

function weighted(random: Random): Operation {
  let left = random.integer(
    1,
    OPERATIONS.reduce((sum, [weight]) => sum + weight, 0),
  );
  for (const [weight, operation] of OPERATIONS) {
    left -= weight;
    if (left <= 0) return operation;
  }
  return replace;
}

function renameKey(place: Place, _: string[], random: Random): void {
  const { holder, key } = place;
  if (Array.isArray(holder)) return;
  const value = get(place);
  delete holder[key];
  set({ holder, key: hostileKey(random) }, value);
}

function addKey({ holder, key }: Place, raw: string[], random: Random): void {
  const child = get({ holder, key });
  const target = typeof child === 'object' && child !== null ? (child as Holder) : holder;
  const name = Array.isArray(target) ? String(target.length) : hostileKey(random);
  setHostile({ holder: target, key: name }, hostileValue(random), raw);
}

function otherType(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 40 ? [...value.slice(0, 40)] : { [value]: value };
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return Number(value);
  if (Array.isArray(value)) return { ...value };
  return value === null ? 'null' : Object.entries(value as object);
}

function mangleText(place: Place, raw: string[], random: Random): void {
  const value = get(place);
  if (typeof value !== 'string') {
    setHostile(place, hostileValue(random), raw);
    return;
  }
  const at = random.integer(0, value.length);
  const kind = random.integer(0, 4);
  if (kind === 0) set(place, value.slice(0, at));
  else if (kind === 1) set(place, value.slice(at));
  else if (kind === 2)
    set(place, value.repeat(random.pick([2, 20, Math.max(2, Math.floor(9000 / (value.length + 1)))])));
  else set(place, value.slice(0, at) + hostileText(random) + value.slice(at));
}

function duplicate({ holder, key }: Place, _: string[], random: Random): void {
  if (Array.isArray(holder)) {
    const value = holder[Number(key)];
    for (let left = random.pick([1, 3, 20]); left > 0; left -= 1) holder.push(value);
  } else set({ holder, key: random.pick(Object.keys(holder)) }, get({ holder, key }));
}

function get({ holder, key }: Place): unknown {
  return Object.getOwnPropertyDescriptor(holder, key)?.value;
}

/** As JSON.parse does it: `__proto__` becomes a property like any other. */
function set({ holder, key }: Place, value: unknown): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function setHostile(place: Place, hostile: Hostile, raw: string[]): void {
  if ('value' in hostile) {
    set(place, hostile.value);
    return;
  }
  set(place, `${PLACE}${raw.length}`);
  raw.push(hostile.raw);
}

function write(value: unknown, raw: readonly string[]): string {
  const text = JSON.stringify(value) ?? 'null';
  return raw.length === 0
    ? text
    : text.replace(new RegExp(`"${PLACE}(\\d+)"`, 'g'), (_, index: string) => raw[Number(index)] ?? 'null');
}
