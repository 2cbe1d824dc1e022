import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { measureCase, type SpeedCase } from './measure.ts';
import { type Invocation, type MemoryProbe, run } from './run.ts';

let root: string;
let probe: MemoryProbe;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'praisonai-speed-'));
  probe = { module: pathToFileURL(script('probe', built('peak-memory.ts'))).href, file: join(root, 'peak') };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Node 20 runs no TypeScript. */
function built(name: string): string {
  const source = readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}

function script(name: string, text: string): string {
  const path = join(root, `${name}.mjs`);
  writeFileSync(path, text);
  return path;
}

function invocation(name: string, text: string): Invocation {
  return { name, arguments_: [script(name, text)], home: root, directory: root };
}

/** Notes the name of each run in a file, as the order of starts. */
function noted(name: string): Invocation {
  const log = JSON.stringify(join(root, 'log'));
  return invocation(
    name,
    `import { appendFileSync } from 'node:fs'; appendFileSync(${log}, '${name} '); console.log('${name} done');`,
  );
}

it('starts command and floors in turn, and times only what runs without the probe', async () => {
  const speedCase: SpeedCase = {
    name: 'order',
    command: noted('command'),
    floors: [noted('one'), noted('two')],
    limits: {},
    expects: 'command done',
  };
  const result = await measureCase(speedCase, 3, probe);
  expect(readFileSync(join(root, 'log'), 'utf8').trim()).toBe(
    Array.from({ length: 5 }, () => 'command one two').join(' '),
  );
  for (const one of [result.command, ...result.floors]) {
    expect(one.runs).toHaveLength(3);
    expect(one.time!.median).toBeGreaterThan(1);
    expect(one.peakBytes).toBeGreaterThan(10_000_000);
  }
  expect(result.notes).toEqual(['printed 1 lines, 13 bytes']);
});

it('says that the output is not the one expected', async () => {
  const speedCase: SpeedCase = {
    name: 'other',
    command: noted('command'),
    floors: [],
    limits: {},
    expects: 'handoff',
    mostRounds: 2,
  };
  const result = await measureCase(speedCase, 9, probe);
  expect(result.notes).toContain('its output lacks: handoff');
  expect(result.command.runs).toHaveLength(2);
});

it('reports a command that fails, once, and goes on with its floor', async () => {
  const failing = invocation('failing', `console.error('first\\nno such session'); process.exitCode = 3;`);
  const speedCase: SpeedCase = { name: 'failing', command: failing, floors: [noted('floor')], limits: {} };
  const result = await measureCase(speedCase, 2, probe);
  expect(result.command).toMatchObject({ failure: 'exit 3: no such session', runs: [] });
  expect(result.command.time).toBeUndefined();
  expect(result.floors[0]!.runs).toHaveLength(2);
});

it('quotes the message of an uncaught error', () => {
  const { failure } = run(
    invocation('throwing', `console.error('before'); throw new RangeError('too far');`),
  );
  expect(failure).toBe('exit 1: RangeError: too far');
});

it('gives a process its home and no way to another store', () => {
  const key = 'CLAUDE_CONFIG_DIR';
  const before = process.env[key];
  process.env[key] = '/elsewhere';
  try {
    const { output } = run(
      invocation('home', `console.log(process.env.HOME, process.env.${key}, process.env.TZ)`),
    );
    expect(output).toBe(`${root} undefined UTC\n`);
  } finally {
    if (before === undefined) delete process.env[key];
    else process.env[key] = before;
  }
});

it('measures the peak of the process, not of what started it', () => {
  const held = Buffer.alloc(300_000_000, 1);
  const empty = run(invocation('empty', ''), probe);
  const large = run(invocation('large', `Buffer.alloc(100_000_000, 1); process.exit(0);`), probe);
  expect(held).toHaveLength(300_000_000);
  expect(empty.peakBytes).toBeLessThan(150_000_000);
  expect(large.peakBytes! - empty.peakBytes!).toBeGreaterThan(80_000_000);
});

it('leaves no peak of an earlier process for one that writes none', () => {
  writeFileSync(probe.file, '123');
  const killed = run(
    invocation('killed', `process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 1000);`),
    probe,
  );
  expect(killed.peakBytes).toBeUndefined();
  expect(killed.failure).toBe('SIGKILL');
  expect(existsSync(probe.file)).toBe(false);
});

it('has floors that count the same lines', () => {
  const file = join(root, 'lines');
  writeFileSync(file, `${'ü'.repeat(300_000)}\n\nthird\n`);
  const floor = script('floor', built('floor-lines.ts'));
  for (const how of ['bytes', 'text']) {
    const counted = run({ name: how, arguments_: [floor, how, file], home: root, directory: root });
    expect(counted).toMatchObject({ output: '3\n' });
    expect(counted.failure).toBeUndefined();
  }
});
