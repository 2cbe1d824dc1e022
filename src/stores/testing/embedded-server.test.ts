import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeWithServer } from './describe-with-server.ts';

describeWithServer('the embedded server', {}, (server) => {
  test('runs, keeps what it was told over a restart, and leaves nothing behind', async () => {
    await server().query('CREATE TABLE kept (n int)');
    await server().query('INSERT INTO kept VALUES (7)');
    await server().end('INT');
    await server().start();
    expect(await server().query('SELECT n FROM kept')).toEqual([{ n: 7 }]);
    await server().end('KILL');
    await server().start();
    expect(await server().query('SELECT n FROM kept')).toEqual([{ n: 7 }]);
    await server().remove();
    expect(existsSync(server().directory)).toBe(false);
  });
});
