import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeWithServer } from '../../src/stores/testing/describe-with-server.ts';
import { fake, randomOf } from '../redaction/fake.ts';
import { ClaudeSession, TwoMachines, withoutWorkspace } from './machine.ts';

/** Keys planted in every place that a session has: none reaches the bytes of a store. */
const random = randomOf('secrets in stores');
const token = () => fake('gh¦p_{A36}', random);
const KEYS = {
  request: token(),
  output: token(),
  title: token(),
  directory: token(),
  argument: token(),
  ownRequest: token(),
  ownMetadata: token(),
  ownGoal: token(),
};
const PASSWORD = 'Pq7vTz93kWmn';
const ID = '7f3e2c6a-2d79-4b2e-9c70-5c3b2a8d9e33';
const OWN = 'own-keys';

function planted(machines: TwoMachines): ClaudeSession {
  const { a } = machines;
  const directory = join(a.clone.root, KEYS.directory);
  mkdirSync(directory, { recursive: true });
  return new ClaudeSession(a, ID, directory)
    .user('Look at the settings first.')
    .calls('Read', { file_path: join(directory, 'settings') }, `token = ${KEYS.output}`)
    .user(`Deploy with ${KEYS.request} and then with ${KEYS.output}.`)
    .calls(
      'Bash',
      { command: `curl -H 'authorization: Bearer ${KEYS.argument}' https://api.example.com` },
      'Exit code 1\ndenied',
      true,
    )
    .titled(`Deploy ${KEYS.title}`)
    .save();
}

function noSecretIn(
  store: (base: string, name: string) => string,
  bytes: (base: string, name: string) => Promise<string>,
): void {
  let machines: TwoMachines;
  beforeAll(async () => {
    machines = new TwoMachines();
    const { a } = machines;
    a.clone.git('remote', 'set-url', 'origin', `https://bot:${PASSWORD}@git.example.com/acme/shop.git`);
    planted(machines);
    await a.sessions().create({
      id: OWN,
      metadata: { goal_state: { goal: `Rotate ${KEYS.ownGoal}` } },
      messages: [
        {
          role: 'user',
          content: `Rotate ${KEYS.ownRequest}`,
          metadata: { header: { key: KEYS.ownMetadata } },
        },
      ],
    });
  });
  afterAll(() => machines.remove());
  const found = (text: string) =>
    Object.entries(KEYS).flatMap(([place, key]) => (text.includes(key.slice(6, 24)) ? [place] : []));

  test('as a rule, no key is in its bytes, and the prompt is the same', async () => {
    const { a, b, base } = machines;
    const address = store(base, 'redacted');
    const run = a.run(['session', 'push', '--all', '--store', address]);
    expect(run).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('secrets were replaced: github-token'),
    });
    const text = await bytes(base, 'redacted');
    expect(text).toContain('Look at the settings first');
    expect(text).toContain('[redacted:github-token:');
    expect(found(text)).toEqual([]);
    expect(text).not.toContain(PASSWORD);
    expect(text).toContain('https://git.example.com/acme/shop.git');
    for (const id of [ID, OWN]) {
      const here = a.out(['session', 'handoff', id]);
      const there = machines.apart(() => b.out(['session', 'handoff', id, '--store', address]));
      expect(withoutWorkspace(there)).toEqual(withoutWorkspace(here));
      expect(here).toContain('[redacted:github-token:1]');
    }
    expect(a.transfer('push', '--all', '--store', address).map(({ status }) => status)).toEqual([
      'unchanged',
      'unchanged',
    ]);
  });

  test('with --no-redact they are, but never the password of the remote', async () => {
    const { a, base } = machines;
    a.out(['session', 'push', '--all', '--no-redact', '--store', store(base, 'open')]);
    const text = await bytes(base, 'open');
    expect(found(text)).toEqual(Object.keys(KEYS));
    expect(text).not.toContain(PASSWORD);
  });

  test('the original with its keys is not replaced by what comes back without them', async () => {
    const { a, b, base } = machines;
    const address = store(base, 'redacted');
    b.out(['session', 'pull', OWN, '--store', address]);
    await b.sessions().append(OWN, [{ role: 'user', content: 'Rotated on the laptop' }]);
    expect(b.transfer('push', OWN, '--store', address)).toMatchObject([{ status: 'updated', sent: 1 }]);
    expect(a.transfer('pull', OWN, '--store', address)).toMatchObject([{ status: 'diverged', sent: 0 }]);
    const file = readFileSync(a.sessions().find(OWN) ?? '', 'utf8');
    expect(found(file)).toEqual(['ownRequest', 'ownMetadata', 'ownGoal']);
  });
}

/** Everything below a path that begins with a name. */
function filesNamed(directory: string, name: string): string {
  return readdirSync(directory, { recursive: true })
    .map(String)
    .filter((path) => path.startsWith(name) && statSync(join(directory, path)).isFile())
    .map((path) => `${path}\n${readFileSync(join(directory, path), 'latin1')}`)
    .join('\n');
}

describe('a directory', () =>
  noSecretIn(
    (base, name) => `file:${join(base, name)}`,
    async (base, name) => filesNamed(base, name),
  ));
describe('SQLite', () =>
  noSecretIn(
    (base, name) => `sqlite:${join(base, `${name}.db`)}`,
    async (base, name) => filesNamed(base, name),
  ));
describeWithServer('PostgreSQL', {}, (server) => {
  beforeAll(async () => {
    for (const name of ['redacted', 'open']) await server().query(`CREATE DATABASE ${name}`);
  });
  noSecretIn(
    (_base, name) => server().url(name),
    async (_base, name) => {
      const tables = await server().query(
        `SELECT tablename FROM pg_tables WHERE schemaname = 'praisonai'`,
        [],
        name,
      );
      const rows = [];
      for (const { tablename } of tables)
        rows.push(...(await server().query(`SELECT t::text AS row FROM praisonai.${tablename} t`, [], name)));
      return rows.map(({ row }) => String(row)).join('\n');
    },
  );
});
