import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { SessionEnding } from '../model/session.ts';
import type { SessionEvent } from '../model/session-event.ts';
import { clineCli } from './cline-cli/index.ts';
import { continueCli } from './continue-cli/index.ts';
import { copilotCli } from './copilot-cli/index.ts';
import { droid } from './droid/index.ts';
import { kimiCode } from './kimi-code/index.ts';
import { pi } from './pi/index.ts';
import type { SessionSource } from './source.ts';

/** Sessions that the real command lines wrote in a scripted run; kept outside of this repository. */
const CAPTURED = resolve(import.meta.dirname, '../../../shared/corpus/captured');

/** Requests, failed commands and ending of each session, in the order of the listing; read off the files by eye. */
const EXPECTED: [SessionSource, string, [number, number, SessionEnding][]][] = [
  [
    pi,
    'pi-1.6.0',
    [
      [3, 2, 'usage-limit'],
      [6, 2, 'finished'],
    ],
  ],
  [
    copilotCli,
    'copilot-cli-1.0.102',
    [
      [3, 2, 'usage-limit'],
      [3, 2, 'finished'],
    ],
  ],
  [kimiCode, 'kimi-code-2.1.0', [[3, 2, 'usage-limit']]],
  [
    droid,
    'droid-0.225.2',
    [
      [1, 1, 'finished'],
      [1, 1, 'interrupted'],
      [1, 0, 'interrupted'],
      [1, 0, 'finished'],
      [1, 0, 'finished'],
      [1, 0, 'finished'],
      [1, 0, 'finished'],
    ],
  ],
  [
    clineCli,
    'cline-cli-3.0.65',
    [
      [5, 2, 'finished'],
      [1, 0, 'interrupted'],
      [1, 0, 'interrupted'],
    ],
  ],
  // Its store tells no exit code of a command that is silent on its error output.
  [continueCli, 'continue-cli-1.5.47', [[1, 0, 'finished']]],
];

for (const [source, folder, sessions] of EXPECTED) {
  const reader = await source.reader();
  // Skipped where the captured sessions are not at hand.
  it.skipIf(!existsSync(join(CAPTURED, folder)))(`reads what ${folder} wrote`, () => {
    const entries = source.list({
      home: join(CAPTURED, folder),
      variables: {},
      platform: 'linux',
      directory: CAPTURED,
    });
    const seen = [...entries].map((entry) => {
      const events: SessionEvent[] = [];
      const report = reader.read(entry, (event) => events.push(event));
      expect(report).toMatchObject({ unknown: 0, broken: 0, warnings: [] });
      const failed = events.filter((event) => event.kind === 'tool-result' && (event.exitCode ?? 0) !== 0);
      const requests = events.filter((event) => event.kind === 'request');
      return [requests.length, failed.length, reader.describe(entry).ending];
    });
    expect(seen).toEqual(sessions);
  });
}
