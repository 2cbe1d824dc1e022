import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: 'test/build-cli.ts',
    testTimeout: 30_000,
    // Two workers: the tests that start processes must not starve each other on a small machine.
    maxWorkers: 2,
  },
});
