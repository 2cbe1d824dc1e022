/** `2026-11-30T07:17:57Z`: a point in time that reads the same in every time zone. */
export function isoTime(epochMs: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: formatting a given time is pure; only reading the clock is not.
  return new Date(epochMs).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
