import { it } from 'vitest';
import { measureLeaks, measureLookAlikes } from '/tmp/wt/redaction/test/redaction/rates.ts';

it('x', async () => {
  const r = await measureLeaks();
  for (const l of r.leaks)
    console.log(
      (l.kind.common ? '!' : ' ') + l.kind.name,
      '|',
      l.context,
      '|',
      JSON.stringify(l.output.slice(0, 220)),
      '|',
      JSON.stringify(l.secret.slice(0, 60)),
    );
  console.table(r.rows);
  console.log(r.cases, r.leaks.length);
  for (const row of await measureLookAlikes()) {
    console.log(row.group, row.texts, row.lost.length);
    for (const l of row.lost)
      console.log('   ', JSON.stringify(l.text.slice(0, 160)), '->', JSON.stringify(l.output.slice(0, 160)));
  }
});
