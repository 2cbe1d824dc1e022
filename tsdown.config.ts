import { defineConfig } from 'tsdown';

const shared = {
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
} as const;

/** Native and optional: looked up at run time, never bundled. */
const neverBundle = ['better-sqlite3', 'fs-ext'];

export default defineConfig([
  { ...shared, entry: { index: 'src/index.ts' }, dts: true, clean: true },
  {
    ...shared,
    entry: { cli: 'src/cli/main.ts' },
    dts: false,
    clean: false,
    // Less to read and to compile at every start.
    minify: true,
    // The CLI carries its dependencies: one file per lazily loaded command instead of hundreds of small ones to open.
    deps: { neverBundle, alwaysBundle: [/^(?!better-sqlite3$|fs-ext$|node:)/] },
  },
]);
