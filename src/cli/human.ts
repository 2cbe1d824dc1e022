/** Sizes, ages and counts as a person reads them. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function age(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`;
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`;
  if (passed < 60 * DAY) return `${Math.floor(passed / DAY)} d ago`;
  return new Date(at).toISOString().slice(0, 10);
}

export function size(bytes: number): string {
  if (bytes <= 0) return '-';
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}

/** `12,345`. Not by `toLocaleString`: that loads the locale data, 30 ms at every start. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${grouped(number)} ${number === 1 ? singular : plural}`;
}
