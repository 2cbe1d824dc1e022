import { expect, it } from 'vitest';
import { chooseDriver } from './driver.ts';

const missing = () => {
  throw Object.assign(new Error("Cannot find module 'better-sqlite3'\nRequire stack:"), {
    code: 'MODULE_NOT_FOUND',
  });
};

/** A driver class that remembers how it was opened, and refuses what `refuse` matches. */
function fakeDatabase(opened: unknown[], refuse: RegExp) {
  return class {
    constructor(location: string, options: unknown) {
      if (refuse.test(location)) throw new Error('unable to open database file');
      opened.push([location, options]);
    }
    prepare(): never {
      throw new Error('not used');
    }
    close(): void {
      opened.push('closed');
    }
  };
}

it('takes the built-in driver first, and asks it whether it knows URI names', () => {
  for (const [refuse, uri] of [
    [/never/, true],
    [/^file:/, false],
  ] as const) {
    const opened: unknown[] = [];
    const DatabaseSync = fakeDatabase(opened, refuse);
    expect(chooseDriver({ builtin: () => ({ DatabaseSync }), require: missing })).toMatchObject({
      driver: { name: 'node:sqlite', uri },
    });
    for (const call of opened)
      if (call !== 'closed') expect(call).toMatchObject([/memory/, { readOnly: true }]);
  }
});

it('falls back to better-sqlite3, which must never create a file', () => {
  const opened: unknown[] = [];
  const choice = chooseDriver({ builtin: () => undefined, require: () => fakeDatabase(opened, /^file:/) });
  expect(choice).toMatchObject({ driver: { name: 'better-sqlite3', uri: false } });
  expect(opened).toEqual([[':memory:', { readonly: false, fileMustExist: true }], 'closed']);
});

it('tells the way out when there is no driver, or when the native part does not load', () => {
  const none = chooseDriver({ builtin: () => undefined, require: missing });
  expect(none).toEqual({ problem: expect.stringMatching(/not installed.*npm install better-sqlite3/) });
  const broken = chooseDriver({
    builtin: () => undefined,
    require: () => fakeDatabase([], /memory/),
  });
  expect(broken).toEqual({ problem: expect.stringMatching(/unable to open.*npm install better-sqlite3/) });
});
