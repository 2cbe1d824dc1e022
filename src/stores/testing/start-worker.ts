import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export interface WorkerProgram {
  start(...arguments_: string[]): ChildProcessByStdio<null, Readable, null>;
  remove(): void;
}

/** Builds a file of this folder into a program that plain Node can run: Node 20 does not read TypeScript. */
export async function buildWorker(file = 'store-worker.ts'): Promise<WorkerProgram> {
  const directory = mkdtempSync(join(tmpdir(), 'store-worker-'));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: fileURLToPath(new URL(`./${file}`, import.meta.url)),
      outDir: directory,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  });
  // The native module is looked up from where the program is.
  symlinkSync(
    fileURLToPath(new URL('../../../node_modules', import.meta.url)),
    join(directory, 'node_modules'),
  );
  return {
    start: (...arguments_) =>
      spawn(process.execPath, [join(directory, 'worker.mjs'), ...arguments_], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
