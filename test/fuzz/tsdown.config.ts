import { defineConfig } from 'tsdown';

/** Node 20 runs no TypeScript: the fuzzer is built to dist-fuzz/ before it runs. */
export default defineConfig({
  entry: ['fuzz.ts'],
  outDir: '../../dist-fuzz',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: false,
});
