import { defineConfig } from 'tsdown';

/** Node 20 runs no TypeScript: the benchmarks are built to dist-bench/ before they run. */
export default defineConfig({
  entry: ['*.ts', '!*.config.ts'],
  outDir: '../dist-bench',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: false,
});
