import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPlanOnly, scriptPlan, scriptSteps } from './script.ts';

it('lists commands and patches in the order of the source', () => {
  expect(
    scriptSteps(`
      const p = "*** Begin Patch\\n*** Add File: a.ts\\n+x\\n*** End Patch";
      const [a, b] = await Promise.all([tools.exec_command({cmd: 'echo "1"', workdir: "/w"}), tools.exec_command({
        "cmd": \`ls
-a\`, yield_time_ms: 10 * 1000 })]);
      await tools.exec_command({ yield_time_ms: t, cmd: "never seen" });
      await tools.apply_patch(\`*** Begin Patch
*** Delete File: b.ts
*** End Patch\`);`),
  ).toEqual([
    { type: 'edit', changes: [{ path: 'a.ts', change: 'create' }] },
    { type: 'run', command: 'echo "1"', directory: '/w' },
    { type: 'run', command: 'ls\n-a' },
    { type: 'run', command: 'never seen' },
    { type: 'edit', changes: [{ path: 'b.ts', change: 'delete' }] },
  ]);
});

it('finds the last plan, written in any style', () => {
  const items = [
    { text: "Write 'a'", status: 'completed' },
    { text: 'Test it', status: 'in_progress' },
  ];
  expect(
    scriptPlan(`await tools.update_plan({plan: [{"step":"old","status":"pending"}]});
      await tools.update_plan({explanation: "x", plan: [ // list
        {step: 'Write \\'a\\'', status: "completed"}, {"step": \`Test \\u0069t\`, status: 'in_progress',},
      ]});`),
  ).toEqual(items);
  expect(
    scriptPlan(`const steps = [{step: "Write 'a'", status: "completed"}, {step: "Test it", status: "in_progress"}];
      await tools.update_plan({ plan: steps });`),
  ).toEqual(items);
  expect(scriptPlan('await tools.update_plan({plan: makePlan()});')).toBeUndefined();
  expect(scriptPlan('text("no plan")')).toBeUndefined();
});

it('knows a script that only sets the plan', () => {
  expect(isPlanOnly('await tools.update_plan({plan: []}); text("ok")')).toBe(true);
  expect(isPlanOnly('await tools.update_plan({plan: []}); await tools.exec_command({cmd: "x"})')).toBe(false);
  expect(isPlanOnly('text("ok")')).toBe(false);
});

it('survives any source, and ends soon', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          'exec_command(',
          'update_plan(',
          '{cmd:',
          '[',
          '"',
          '`',
          '\\',
          '*** Begin Patch',
          'plan',
          '\n',
          '}',
        ),
      ),
      (parts) => {
        const source = parts.join('');
        scriptSteps(source);
        scriptPlan(source);
      },
    ),
  );
  const started = performance.now();
  scriptSteps('"*** Begin Patch'.repeat(20_000));
  scriptSteps(`exec_command(${'['.repeat(100_000)}`);
  expect(performance.now() - started).toBeLessThan(2000);
});
