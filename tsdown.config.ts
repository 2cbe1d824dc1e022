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
  { name: 'reading', test: /src\/sources\/(?!registry|source\.)[a-z-]+\.ts$/, priority: 2 },
  { name: 'hand-off', test: /src\/(?:sessions\/hand-off|cli\/commands\/handoff)\.ts$/, priority: 1 },
  { name: 'praisonai', test: /src\/sources\/praisonai\/session-reader\.ts$/, priority: 0 },
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

export default defineConfig([
  { ...shared, entry: { index: 'src/index.ts' }, dts: true, clean: true },
  {
    ...shared,
    entry: { cli: 'src/cli/main.ts' },
    dts: false,
    clean: false,
    // Less to read and to compile at every start.
    minify: true,
    plugins: [withoutChildProcess],
    // The CLI carries its dependencies: one file per lazily loaded command instead of hundreds of small ones to open.
    outputOptions: { codeSplitting: { groups } },
    deps: { neverBundle, alwaysBundle: [/^(?!better-sqlite3$|fs-ext$|node:)/] },
  },
]);
