import { describe, expect, it } from 'vitest';
import { LOOK_ALIKES } from './look-alikes.ts';
import { DRESSES, measureLeaks, measureLookAlikes } from './rates.ts';
import { SECRET_KINDS } from './secrets.ts';

/** `REDACTION_TABLE=1 npx vitest run test/redaction` prints the tables of docs/security.md. */
const printsTable = process.env['REDACTION_TABLE'] !== undefined;

describe('redaction', () => {
  it('is tried on enough', () => {
    expect(SECRET_KINDS.length).toBeGreaterThanOrEqual(120);
    expect(new Set(SECRET_KINDS.map((kind) => kind.name)).size).toBe(SECRET_KINDS.length);
    expect(Object.values(LOOK_ALIKES).flat().length).toBeGreaterThanOrEqual(300);
  });
  it('leaks at most one secret in a hundred, and none of the common ones', async () => {
    const { rows, leaks, cases } = await measureLeaks();
    if (printsTable) {
      console.log('| family | kinds | cases | leaked |\n|---|---:|---:|---:|');
      for (const row of rows) console.log(`| ${row.family} | ${row.kinds} | ${row.cases} | ${row.leaked} |`);
      for (const leak of leaks) console.log(`leaked: ${leak.kind.name} (${leak.context})`);
    }
    expect(cases).toBeGreaterThan(2000);
    expect(leaks.filter((leak) => leak.kind.common).map(described)).toEqual([]);
    expect(leaks.length / cases, leaks.map(described).join('\n')).toBeLessThanOrEqual(0.01);
  });
  it('touches at most one look-alike in a hundred', async () => {
    const rows = await measureLookAlikes();
    if (printsTable) {
      console.log('| look-alikes | texts | lost |\n|---|---:|---:|');
      for (const row of rows) console.log(`| ${row.group} | ${row.texts} | ${row.lost.length} |`);
    }
    const lost = rows.flatMap((row) => row.lost);
    const texts = rows.reduce((sum, row) => sum + row.texts, 0);
    expect(lost.length / texts, JSON.stringify(lost, null, 1)).toBeLessThanOrEqual(0.01);
  });
});

describe.each(Object.entries(DRESSES))('redaction of %s', (name, dress) => {
  it('is as good', async () => {
    const { leaks, cases } = await measureLeaks(dress);
    const rows = await measureLookAlikes(dress);
    const lost = rows.flatMap((row) => row.lost);
    const texts = rows.reduce((sum, row) => sum + row.texts, 0);
    if (printsTable) console.log(`| ${name} | ${leaks.length} of ${cases} | ${lost.length} of ${texts} |`);
    expect(leaks.filter((leak) => leak.kind.common).map(described)).toEqual([]);
    expect(leaks.length / cases, leaks.map(described).join('\n')).toBeLessThanOrEqual(0.01);
    expect(lost.length / texts, JSON.stringify(lost, null, 1)).toBeLessThanOrEqual(0.01);
  });
});

function described(leak: { kind: { name: string }; context: string; output: string }): string {
  return `${leak.kind.name} (${leak.context}): ${leak.output.slice(0, 200)}`;
}
