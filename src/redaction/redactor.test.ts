import { describe, expect, it } from 'vitest';
import { createRedactor } from './redactor.ts';

const GITHUB = `gh${'p_'}A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8`;
const OTHER = `gh${'p_'}Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3i2`;

describe('createRedactor', () => {
  it('numbers secrets by kind, the same one alike', () => {
    const redactor = createRedactor();
    expect(redactor.redact(`${GITHUB} ${OTHER} ${GITHUB}`)).toBe(
      '[redacted:github-token:1] [redacted:github-token:2] [redacted:github-token:1]',
    );
    expect(redactor.redact(`again ${OTHER}, password=hunter2`)).toBe(
      'again [redacted:github-token:2], password=[redacted:password:1]',
    );
    expect(redactor.report()).toEqual({
      secrets: 3,
      replacements: 5,
      kinds: { 'github-token': 2, password: 1 },
    });
  });
  it('finds a bare secret that another text names', async () => {
    const secret = 'Xk29fjQ0zmPw';
    expect(await createRedactor().redactAll([`try ${secret} again`, `API_KEY=${secret}`, 'done'])).toEqual([
      'try [redacted:api-key:1] again',
      'API_KEY=[redacted:api-key:1]',
      'done',
    ]);
  });
  it('does not look for words in other texts', async () => {
    expect(await createRedactor().redactAll(['POSTGRES_PASSWORD=letmein', 'letmein is a word'])).toEqual([
      'POSTGRES_PASSWORD=[redacted:password:1]',
      'letmein is a word',
    ]);
  });
  it('leaves the numbers of earlier placeholders to their secrets', () => {
    expect(createRedactor().redact(`[redacted:github-token:3] and ${GITHUB}`)).toBe(
      '[redacted:github-token:3] and [redacted:github-token:4]',
    );
  });
  it('takes no secret for a placeholder', () => {
    expect(createRedactor().redact(`[redacted:${GITHUB}:1]`)).not.toContain(GITHUB);
  });
  it('asks secretlint about what is left', async () => {
    const short = `xo${'xr'}-abc-def-ghi1`;
    expect(await createRedactor().redactAll([`a ${short} b`])).toEqual(['a [redacted:slack-key:1] b']);
  });
  it('is not switched off by a comment in the text', async () => {
    const short = `xo${'xr'}-abc-def-ghi1`;
    const [text] = await createRedactor().redactAll([`// secretlint-disable\n${short} ${GITHUB}`]);
    expect(text).not.toContain(short);
    expect(text).not.toContain(GITHUB);
  });
  it('handles no texts, and empty ones', async () => {
    expect(await createRedactor().redactAll([])).toEqual([]);
    expect(await createRedactor().redactAll(['', 'a'])).toEqual(['', 'a']);
    expect(createRedactor().report()).toEqual({ secrets: 0, replacements: 0, kinds: {} });
  });
});

describe('the strict level', () => {
  const strict = (text: string) => createRedactor({ level: 'strict', home: '/home/ada' }).redact(text);
  it.each([
    ['/home/ada/app/a.ts', '~/app/a.ts'],
    ['cd /home/ada && ls "/home/ada"', 'cd ~ && ls "~"'],
    ['/home/adam/x', '~/x'],
    ['/Users/bob/x:12', '~/x:12'],
    ['C:\\Users\\bob\\x', '~\\x'],
    ['"C:\\\\Users\\\\bob\\\\x"', '"~\\\\x"'],
    ['~/.claude/projects/-home-ada-app', '~/.claude/projects/~-app'],
    ['mail ada@example.com', 'mail [redacted:email:1]'],
    ['Ada <ada.l@mail.example.co.uk>', 'Ada <[redacted:email:1]>'],
    ['ssh root@10.93.25.49', 'ssh root@[redacted:ip-address:1]'],
    ['connect to 203.0.113.7:443', 'connect to [redacted:ip-address:1]:443'],
    ['ssh ada@10.0.0.5', 'ssh ada@[redacted:ip-address:1]'],
    ['host 1.2.3.4', 'host [redacted:ip-address:1]'],
    ['listening on 2001:db8::8a2e:370:7334', 'listening on [redacted:ip-address:1]'],
    ['fe80::1ff:fe23:4567:890a%eth0', '[redacted:ip-address:1]'],
  ])('hides %j', (text, expected) => {
    expect(strict(text)).toBe(expected);
  });
  it.each([
    'http://127.0.0.1:3000 and 0.0.0.0:80, localhost, [::1]:80',
    'version 1.2.3.4, v10.20.30.40, pkg@1.2.3.4, pkg==1.22.33.44, Chrome/120.0.0.0',
    'std::vector<int> a::b; 12:34:56; aa:bb:cc:dd:ee:ff; cafe::bad',
    'git@github.com:acme/app.git, icon@2x.png, react@18.2.0, @scope/pkg@1.0.0, user@host',
    '/usr/home/x /homepage /Users/Shared/x',
    'oid 1.3.6.1.4.1.311, 256.1.1.1',
  ])('leaves %j', (text) => {
    expect(strict(text)).toBe(text);
  });
  it('is not the default', () => {
    const text = '/home/ada ada@example.com 203.0.113.7';
    expect(createRedactor({ home: '/home/ada' }).redact(text)).toBe(text);
  });
});
