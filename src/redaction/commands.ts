import type { Detection } from './detection.ts';
import {
  hasRandomSegment,
  isPasswordLike,
  isReference,
  isStandIn,
  isStrong,
  isTechnical,
  isWords,
  withoutTrailing,
} from './secret-values.ts';

/** Programs and the flag that carries their password. The group is the value, with its quotes if it has any. */
interface Flag {
  readonly programs: readonly string[];
  readonly pattern: RegExp;
  /** What stands there is a password whatever it looks like; else only a generated value counts. */
  readonly sure: boolean;
}

const VALUE = String.raw`("[^"\n]{1,256}"|'[^'\n]{1,256}'|[^\s"'|;&<>\\]{1,256})`;
const LINE = String.raw`[^\n|;&]{0,200}?`;
const GAP = String.raw`[ \t]{1,4}`;
const WORD = String.raw`\S{1,200}`;

const flag = (programs: string, before: string, sure = true): Flag => ({
  programs: programs.split(' '),
  pattern: new RegExp(before + VALUE, 'y'),
  sure,
});

const FLAGS: readonly Flag[] = [
  flag('sshpass', String.raw`${LINE}\s-p[ \t]?`),
  flag(
    'mysql mysqldump mysqladmin mysqlimport mysqlcheck mariadb mariadb-dump',
    String.raw`${LINE}\s-p(?![ \t])`,
  ),
  flag('docker podman nerdctl', String.raw` login${LINE}\s-p${GAP}`),
  flag('helm', String.raw` (?:registry login|repo add)${LINE}\s-p${GAP}`),
  flag('mongosh mongo mongodump mongorestore mongoexport', String.raw`${LINE}\s-p${GAP}`),
  flag('redis-cli', String.raw`${LINE}\s-a${GAP}`),
  flag('ldapsearch ldapadd ldapmodify ldapwhoami', String.raw`${LINE}\s-w${GAP}`),
  flag('zip unzip', String.raw`${LINE}\s-P${GAP}`),
  flag('7z 7za', String.raw`${LINE}\s-p(?![ \t])`),
  flag('sqlcmd bcp', String.raw`${LINE}\s-P[ \t]{0,4}`),
  flag('az', String.raw` login${LINE}\s-p${GAP}`),
  flag('htpasswd', `${GAP}-\\w{0,4}b\\w{0,4}${GAP}${WORD}${GAP}${WORD}${GAP}`),
  flag('rabbitmqctl', ` (?:add_user|change_password)${GAP}${WORD}${GAP}`),
  flag('xfreerdp', String.raw`${LINE}\s/p:`),
  flag('ngrok', String.raw`${LINE}\s(?:authtoken|add-authtoken)${GAP}`, false),
  flag('vault', ` login${GAP}(?!-)`, false),
  flag('doctl heroku', String.raw`${LINE}\s-t${GAP}`, false),
  flag('mc', ` alias set${GAP}${WORD}${GAP}${WORD}${GAP}${WORD}${GAP}`),
  flag('ssh-keygen', String.raw`${LINE}\s-N${GAP}`),
  flag('gh', String.raw` secret set${LINE}\s(?:-b|--body)[ \t=]{1,4}`),
  flag('openssl', String.raw`${LINE}\s(?:-(?:passin|passout|k)${GAP})?pass:`),
];

const PROGRAM = new RegExp(
  `(?<![\\w.-])(?:${FLAGS.flatMap(({ programs }) => programs)
    .sort((a, b) => b.length - a.length)
    .join('|')})(?![\\w-])`,
  'g',
);

/** `curl -u user:password`, `--user`, smbclient's `-U user%password`; either part may have quotes of its own. */
const USER_PASSWORD =
  /(?<![\w-])(?:-u|--user|--proxy-user|-U)(?:[ \t]{1,4}|=)?["']?[\w.@+{}-]{0,100}["']?([:%])["']?([^\s"'\\]{3,256})/g;
/** A token instead of the user, with no password. */
const USER_TOKEN = /(?<![\w-])(?:-u|--user)(?:[ \t]{1,4}|=)?["']?([^\s"':$<{]{8,256}):(?=["'\s]|$)/g;
/** `credentials: admin:secret`, `login admin / secret`. */
const CREDENTIAL_PAIR =
  /\b(?:credentials?|creds|login|user(?:name)?\/password)[ \t]{0,3}(?:[:=]|is|are)[ \t]{0,3}["'`]?[\w.@+-]{1,64}[ ]?[:/][ ]?([^\s"'`\\/]{6,128})/gi;
const PIPED =
  /\becho[ \t]{1,4}(?:-n[ \t]{1,4}|-e[ \t]{1,4})?("[^"\n]{3,256}"|'[^'\n]{3,256}'|[^\s"'|;&<>]{3,256})[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4}(?:-\w{1,4}[ \t]{1,4}){0,3}-\w{0,2}S|(?:docker|podman|helm)[^\n|;&]{0,200}--password-stdin|gh[ \t]{1,4}auth[ \t]{1,4}login|(?:sudo[ \t]{1,4})?(?:chpasswd|passwd)\b|gpg[^\n|;&]{0,200}--passphrase-fd|openssl[^\n|;&]{0,200}stdin)/g;
const SQL =
  /identified(?:[ \t]{1,4}with[ \t]{1,4}\S{1,60})?[ \t]{1,4}(?:by|as)[ \t]{1,4}["']([^"'\n]{3,256})["']/gi;
const SECURE_STRING = /ConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?["']([^"'\n]{3,256})["']/gi;
const INPUT_VALUE = /type=["']password["'][^<>\n]{0,200}?\svalue=["']([^"'\n]{3,256})["']/gi;

/** Passwords that programs take as plain arguments, and in SQL. */
export function* findCommandSecrets(text: string): Generator<Detection> {
  yield* findFlags(text);
  if (/[ \t]-u|--(?:proxy-)?user|[ \t]-U/.test(text)) yield* findUserPasswords(text);
  if (/cred|login|\/password/i.test(text)) yield* findCredentialPairs(text);
  if (text.includes('echo')) yield* matches(text, PIPED, true);
  if (/identified/i.test(text)) yield* matches(text, SQL, true);
  if (/securestring/i.test(text)) yield* matches(text, SECURE_STRING, true);
  if (/type=["']password/i.test(text)) yield* matches(text, INPUT_VALUE, true);
}

function* findFlags(text: string): Generator<Detection> {
  for (const program of text.matchAll(PROGRAM)) {
    for (const { programs, pattern, sure } of FLAGS) {
      if (!programs.includes(program[0])) continue;
      pattern.lastIndex = program.index + program[0].length;
      const match = pattern.exec(text);
      if (match !== null) yield* passwordOf(match, sure);
    }
  }
}

function* matches(text: string, pattern: RegExp, sure: boolean): Generator<Detection> {
  for (const match of text.matchAll(pattern)) yield* passwordOf(match, sure);
}

function* passwordOf(match: RegExpExecArray, sure: boolean): Generator<Detection> {
  const written = match[1] ?? match[2] ?? '';
  const quoted = /^["']/.test(written);
  const inner = quoted ? written.slice(1, -1) : written;
  const value = match[0].includes('chpasswd') ? inner.slice(inner.indexOf(':') + 1) : inner;
  if (value.length < 3 || isReference(value) || isStandIn(value) || (!sure && !isStrong(value))) return;
  if (!quoted && /^[-/]/.test(value)) return;
  const start = match.index + match[0].lastIndexOf(value);
  yield { start, end: start + value.length, kind: 'password' };
}

function* findCredentialPairs(text: string): Generator<Detection> {
  for (const match of text.matchAll(CREDENTIAL_PAIR)) {
    const value = withoutTrailing(match[1] ?? '', '.,;)');
    if (!isPasswordLike(value) || isReference(value) || isStandIn(value)) continue;
    const start = match.index + match[0].length - (match[1] ?? '').length;
    yield { start, end: start + value.length, kind: 'password' };
  }
}

function* findUserPasswords(text: string): Generator<Detection> {
  for (const match of text.matchAll(USER_TOKEN)) {
    const user = match[1] ?? '';
    if (!(hasRandomSegment(user) || /[!#$%^&*]/.test(user)) || isStandIn(user) || isReference(user)) continue;
    const start = match.index + match[0].length - user.length - 1;
    yield { start, end: start + user.length, kind: 'password' };
  }
  for (const match of text.matchAll(USER_PASSWORD)) {
    const value = withoutTrailing(match[2] ?? '', '.,;)');
    if (match[1] === '%' && !match[0].startsWith('-U')) continue;
    if (isReference(value) || isStandIn(value) || isTechnical(value) || /^\d{1,5}$/.test(value)) continue;
    // Not `docker run -u node:node`: a password of letters only needs an HTTP client before it.
    const generated = hasRandomSegment(value) || /[a-z][A-Z]{2}|[A-Z][a-z][A-Z]/.test(value);
    if (!isPasswordLike(value) && !generated && !(isWords(value) && isHttpClient(text, match.index)))
      continue;
    const start = match.index + match[0].length - (match[2] ?? '').length;
    yield { start, end: start + value.length, kind: 'password' };
  }
}

/** In the same command; its lines may end in a backslash. */
function isHttpClient(text: string, at: number): boolean {
  return /\b(?:curl|http|wget|httpie)\b(?:[^\n|;&]|\\\r?\n){0,400}$/.test(
    text.slice(Math.max(0, at - 440), at),
  );
}
