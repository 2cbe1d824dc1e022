/** What a name promises about its value. `key` and `auth` promise little: only generated values count; `pass` is a verb too. */
export type SecretClass =
  | 'password'
  | 'pass'
  | 'secret'
  | 'token'
  | 'api-key'
  | 'seed-phrase'
  | 'key'
  | 'auth';

/** A name in a text; `end` exclusive. */
export interface Name {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const PASSWORDS = setOf(
  'password passwd pwd passphrase passcode psk passwort kennwort senha contraseña contrasena requirepass masterauth 密码 密碼 パスワード пароль 비밀번호',
);

/** Behind the secret word these leave it a secret: `API_KEY_PROD`, `password_old`, `client-key-data`. */
const SUFFIXES = setOf(
  'value string str raw plain plaintext text base64 b64 data prod production dev development stage staging test testing live sandbox local old new current primary secondary default main root admin master v1 v2 v3',
);

const HARMLESS_BEFORE_TOKEN = setOf(
  'public publishable page next prev previous continuation continue cursor cancellation cancel abort syntax lexer parser design color theme css style bos eos pad unk sep mask cls special stop start end max min num total input output prompt completion cached reasoning per last first current per sync resume upload change start watermark scroll skip change injection di provider',
);

const HARMLESS_BEFORE_KEY = setOf(
  'public primary foreign cache partition sort row hash map dict object index idempotency idempotent dedup dedupe group query route react list item lookup composite unique natural surrogate translation i18n locale message storage registry hot short shortcut arrow press event state field column property prop attribute config setting sorting grouping order range cluster shard bucket s3 file path name label title context store local session-storage node tree leaf parent child publishable site host known answer enter escape modifier meta alt ctrl shift control menu tab function home delete data option env header cookie param json yaml dynamo redis memo effect render any some every no missing duplicate each which a',
);

const SECRET_BEFORE_KEY = setOf(
  'api access private secret auth account encryption decryption master signing sign license licence service subscription shared deploy admin app application security webhook hmac jwt preshared psk client consumer rest write ingest integration functions wallet server bearer user role bot openai anthropic secret-access',
);

const HARMLESS_END = setOf(
  'id ids name names path paths file files filename url uri endpoint arn hash hashes digest checksum fingerprint version ref reference type types kind label prefix suffix count length len size expiry expires expiration ttl policy manager store provider service client server config settings options field column header param parameter key index class error message state status role scope scopes audience issuer algorithm format location region region bucket project account user username owner group tag',
);

/** Words grown together, as lower-case names have them: `apikey`, `dbpassword`, `clientsecret`. */
const GROWN_KEY =
  /(?:api|access|private|secret|auth|account|master|license|encryption|preshared|signing|shared)key$/;
const GROWN_PASSWORD = /(?:password|passwd|passphrase|passwort|storepass|keypass|dbpass|userpass|rootpw)$/;
const GROWN_SECRET =
  /(?:client|app|api|shared|consumer|webhook|signing|jwt|auth|session|cookie|nextauth)secret$/;
const GROWN_TOKEN = /(?:auth|access|api|bot|refresh|id|session|bearer|bearer|oauth|user|deploy|gh|npm)token$/;

const cache = new Map<string, SecretClass | undefined>();

/** The class of a name such as `DB_PASSWORD`, `apiKey`, `x-api-key`, `spring.datasource.password`; undefined for all others. */
export function classifyName(name: string): SecretClass | undefined {
  if (cache.has(name)) return cache.get(name);
  const found = classifyWords(wordsOf(name));
  if (cache.size > 2000) cache.clear();
  cache.set(name, found);
  return found;
}

/** A pattern with a Unicode property takes half a millisecond to make. */
const ASCII = /^[\0-\x7f]*$/;

function wordsOf(name: string): string[] {
  const betweenWords = ASCII.test(name) ? /[^a-z\d]+/ : /[^\p{L}\d]+/u;
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(betweenWords)
    .filter((word) => word !== '');
}

function classifyWords(words: string[]): SecretClass | undefined {
  while (words.length > 1 && (SUFFIXES.has(words.at(-1) ?? '') || /^\d{1,3}$/.test(words.at(-1) ?? '')))
    words.pop();
  const last = (words.at(-1) ?? '').replace(/\d{1,2}$/, '');
  const before = words.at(-2) ?? '';
  if (PASSWORDS.has(last) || GROWN_PASSWORD.test(last)) return 'password';
  if (last === 'pw') return 'password';
  if (last === 'pass' && words.length <= 5) return passClass(before, words.length);
  if (last === 'secret' || GROWN_SECRET.test(last)) return 'secret';
  if (last === 'base' && before === 'key') return 'secret';
  if (last === 'id' && before === 'secret') return 'auth';
  if (last === 'pat') return words.length > 1 ? 'token' : undefined;
  if (last === 'token' || last === 'jwt' || GROWN_TOKEN.test(last))
    return HARMLESS_BEFORE_TOKEN.has(before) ? undefined : 'token';
  if (last === 'key' || last === 'keys') return keyClass(before, words.at(-3) ?? '');
  if (GROWN_KEY.test(last)) return 'api-key';
  if (last === 'mnemonic' || (last === 'phrase' && (before === 'seed' || before === 'recovery')))
    return 'seed-phrase';
  if (
    last === 'auth' ||
    last === 'credential' ||
    last === 'credentials' ||
    last === 'bearer' ||
    last === 'creds'
  )
    return 'auth';
  if (last === 'authorization' || last === 'otp' || last === 'salt') return 'auth';
  return secretInside(words, last);
}

/** `todo_secret_do_not_commit`: a secret word somewhere, and an end that does not say what else it is. */
function secretInside(words: readonly string[], last: string): SecretClass | undefined {
  if (HARMLESS_END.has(last) || words.length < 2) return undefined;
  return words.some((word) => /^(?:secret|password|passwd|token|apikey)$/.test(word)) ? 'key' : undefined;
}

function passClass(before: string, count: number): SecretClass | undefined {
  if (count === 1) return 'pass';
  return /^(?:test|tests|by|one|first|second|third|multi|render|compiler|all|bypass|depth|stencil|may|can|to|will|must|which)$/.test(
    before,
  )
    ? undefined
    : 'password';
}

function keyClass(before: string, third: string): SecretClass | undefined {
  if (SECRET_BEFORE_KEY.has(before)) return third === 'public' ? undefined : 'api-key';
  return before === '' || HARMLESS_BEFORE_KEY.has(before) ? undefined : 'key';
}
