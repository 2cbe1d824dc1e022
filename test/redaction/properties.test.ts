import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { concernsSecretlint, findWithSecretlint } from '../../src/redaction/secretlint-net.ts';
import { fake, randomOf } from './fake.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { SECRET_KINDS } from './secrets.ts';

const secretTexts = SECRET_KINDS.flatMap((kind) =>
  kind.cases(randomOf(kind.name)).map((example) => example.text),
);
const harmlessTexts = Object.values(LOOK_ALIKES).flat();

const mixture = fc
  .array(
    fc.oneof(
      fc.constantFrom(...secretTexts),
      fc.constantFrom(...harmlessTexts),
      fc.constantFrom(
        '[redacted:password:1]',
        '[redacted:github-token:7]',
        '[redacted:',
        '\n',
        ' ',
        '"',
        "'",
        ';',
        '`',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        'password',
        'token',
        ' is ',
        '=',
        ': ',
        '://',
        '@',
        'Bearer ',
        '-----BEGIN PRIVATE KEY-----',
        'eyJ',
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('redaction of any text', () => {
  it('changes nothing the second time, with the same redactor or another', () => {
    fc.assert(
      fc.property(mixture, fc.constantFrom('default' as const, 'strict' as const), (text, level) => {
        const redactor = createRedactor({ level, home: '/home/ada' });
        const once = redactor.redact(text);
        expect(redactor.redact(once)).toBe(once);
        expect(createRedactor({ level, home: '/home/ada' }).redact(once)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });
  it('finds every corpus secret among other text', async () => {
    const random = randomOf('among others');
    const secrets = ['gh¦p_{A36}', 'sk¦-ant-api03-{u93}AA', 'AK¦IA{U16}', 'np¦m_{A36}'].map((template) =>
      fake(template, random),
    );
    fc.assert(
      fc.property(mixture, mixture, fc.constantFrom(...secrets), (before, after, secret) => {
        expect(createRedactor().redact(`${before} ${secret} ${after}`)).not.toContain(secret);
      }),
      { numRuns: 300 },
    );
  });
  it('is the same for one text and for a list', async () => {
    for (const text of secretTexts.filter((_text, index) => index % 7 === 0))
      expect(await createRedactor().redactAll([text])).toEqual([createRedactor().redact(text)]);
  });
});

describe('secretlint as a second opinion', () => {
  it('finds nothing in what our rules have redacted', async () => {
    const redacted = secretTexts.map((text) => createRedactor().redact(text));
    const found = await findWithSecretlint(redacted);
    expect(redacted.filter((_text, index) => found[index]?.length !== 0)).toEqual([]);
  });
  it('is rarely needed: its trigger does not fire on ordinary text', () => {
    const firing = harmlessTexts.filter((text) => concernsSecretlint(text));
    expect(firing.length / harmlessTexts.length).toBeLessThan(0.05);
  });
});

describe('redaction of hostile text', () => {
  const megabyte = (unit: string) => unit.repeat(Math.ceil(1_000_000 / unit.length));
  it.each([
    ...['a', '"', 'eyJ', 'sk-', 'token=', 'password="\\', '?token=', '密码：', 'http://u:p@', '[redacted:'],
    ...['-----BEGIN PRIVATE KEY-----\n', 'kind: Secret\ndata:\n  a: bbbbbb\n'],
  ])('finishes on a megabyte of %j', (unit) => {
    expect(createRedactor({ level: 'strict' }).redact(megabyte(unit)).length).toBeGreaterThan(0);
  });
  it('finishes on megabytes of mixtures', () => {
    fc.assert(
      fc.property(mixture, (unit) => {
        fc.pre(unit.length > 0);
        expect(createRedactor().redact(megabyte(unit)).length).toBeGreaterThan(0);
      }),
      { numRuns: 6 },
    );
  }, 60_000);
});
