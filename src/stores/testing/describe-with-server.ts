import { afterAll, beforeAll, describe } from 'vitest';
import { EmbeddedServer, type ServerOptions } from './embedded-server.ts';
import { postgresBinaries } from './postgres-binaries.ts';

/** A suite with one server for all its tests; skipped, with the reason, where none can run. */
export function describeWithServer(
  name: string,
  options: ServerOptions,
  body: (server: () => EmbeddedServer) => void,
): void {
  const binaries = postgresBinaries();
  if ('reason' in binaries) {
    describe.skip(`${name} (${binaries.reason})`, () => body(() => new EmbeddedServer({} as never, options)));
    return;
  }
  describe(name, () => {
    let server: EmbeddedServer;
    beforeAll(async () => {
      server = new EmbeddedServer(binaries, options);
      server.initialise();
      await server.start();
    }, 60_000);
    afterAll(async () => {
      await server?.remove();
    }, 30_000);
    body(() => server);
  });
}
