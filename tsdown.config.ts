import { defineConfig } from 'tsdown';

const shared = {
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
} as const;

/** Native and optional: looked up at run time, never bundled. */
const neverBundle = ['better-sqlite3', 'fs-ext'];

/**
 * What is loaded together is one file: each file that is opened costs as much as compiling 30 kB. A group takes what its
 * modules import along, as far as no group before it has that.
 */
const groups = [
  {
    name: 'catalog',
    test: /src\/(?:sessions\/catalog|cli\/(?:output|environment|human|redact-level))\.ts$/,
    priority: 3,
  },
  { name: 'reading', test: /src\/(?:sources|sqlite|text)\/(?!registry|source\.)[a-z-]+\.ts$/, priority: 2 },
  { name: 'hand-off', test: /src\/(?:sessions\/hand-off|cli\/commands\/handoff)\.ts$/, priority: 1 },
  // Each agent's reader is one file of the agent's name.
  {
    name: (id: string) => /src\/sources\/([a-z-]+)\/session-reader\.ts$/.exec(id)?.[1] ?? null,
    test: /src\/sources\/[a-z-]+\/session-reader\.ts$/,
    priority: 0,
  },
];

/** Commander starts subcommands that are programs of their own; we have none, and do not wait for what starts them. */
const withoutChildProcess = {
  name: 'commander-without-child-process',
  transform: {
    filter: { id: /commander\/lib\/command\.js$/ },
    handler(code: string): string {
      const line = "const childProcess = require('node:child_process');";
      if (!code.includes(line)) throw new Error(`commander has changed: it lacks ${line}`);
      return code.replace(
        line,
        "const childProcess = { spawn: (...given) => process.getBuiltinModule('node:child_process').spawn(...given) };",
      );
    },
  },
};

/**
 * V8 checks a regular expression wherever it is written, also in a function that is never called, and a Unicode property
 * costs up to a millisecond each time. As a text it is checked when it is used.
 */
const lateUnicodePatterns = {
  name: 'late-unicode-patterns',
  generateBundle(this: { parse(code: string): unknown }, _options: unknown, bundle: object): void {
    for (const chunk of Object.values(bundle) as { type: string; code: string }[]) {
      if (chunk.type !== 'chunk' || !chunk.code.includes('\\p{')) continue;
      let code = chunk.code;
      for (const { start, end, regex } of unicodePatternsIn(this.parse(code)).sort(
        (a, b) => b.start - a.start,
      ))
        code = `${code.slice(0, start)}(new RegExp(${JSON.stringify(regex.pattern)},"${regex.flags}"))${code.slice(end)}`;
      chunk.code = code;
    }
  },
};

interface PatternNode {
  start: number;
  end: number;
  regex: { pattern: string; flags: string };
}

function unicodePatternsIn(node: unknown): PatternNode[] {
  if (typeof node !== 'object' || node === null) return [];
  const { regex } = node as Partial<PatternNode>;
  if (regex !== undefined && regex !== null)
    return regex.pattern.includes('\\p{') ? [node as PatternNode] : [];
  return Object.values(node).flatMap(unicodePatternsIn);
}

export default defineConfig([
  { ...shared, entry: { index: 'src/index.ts' }, dts: true, clean: true },
  {
    ...shared,
    entry: { cli: 'src/cli/main.ts' },
    dts: false,
    clean: false,
    // Less to read and to compile at every start.
    minify: true,
    plugins: [withoutChildProcess, lateUnicodePatterns],
    // The CLI carries its dependencies: one file per lazily loaded command instead of hundreds of small ones to open.
    outputOptions: { codeSplitting: { groups } },
    deps: { neverBundle, alwaysBundle: [/^(?!better-sqlite3$|fs-ext$|node:)/] },
  },
]);
