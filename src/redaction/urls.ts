import type { Detection } from './detection.ts';
import {
  hasRandomSegment,
  isReference,
  isStandIn,
  isStrong,
  isTechnical,
  withoutTrailing,
} from './secret-values.ts';

/** Behind `scheme://`: `user:password@`; a user alone may be a token. */
const AUTHORITY = /([^\s/?#"'`<>@:\\]{0,256})(?::([^\s/?#"'`<>@\\]{1,1024}))?@([\w.%[\]-]{0,255})/y;

/** Passwords with an unescaped `/`, `?`, `#` or `@` occur in the connection strings of databases. */
const DATABASE_AUTHORITY =
  /[^\s:/"'`<>@\\]{0,128}:([^\s"'`<>\\]{1,256})@[\w.-]{1,255}(?::\d{1,5})?(?=[/?\s"'`,)]|$)/y;
const DATABASE_SCHEME =
  /(?:postgres(?:ql)?|mysqlx?|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse|oracle|cockroachdb|snowflake|neo4j|bolt)(?:\+\w{1,12})?$/i;

const PARAMETER = /[?&;#](?:amp;)?([\w.$-]{1,60})=([^\s&#?;()[\]{}"'`<>\\]{8,4096})/g;
const SECRET_PARAMETER =
  /^(?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature|x-oss-signature|x-cos-security-token|q-signature|hmac|hdnts|hdnea|token|access_token|refresh_token|id_token|auth|auth_token|authtoken|authkey|auth_key|apikey|api_key|api-key|api_token|key|secret|client_secret|private_token|sas|ticket|jwt|session|sessionid|session_token|password|passwd|pwd|pass|otp|magic|invite_token|reset_token|reset_password_token|confirmation_token|x-api-key|subscription-key|appid|app_key|code|skoid|hash|policy|ossaccesskeyid|security-token|sign)$/i;
/** These name harmless things too: only a generated value counts. */
const DOUBTFUL_PARAMETER =
  /^(?:key|code|hash|session|sessionid|policy|sign|ticket|auth|appid|otp|magic|skoid|pass)$/i;

const WEBHOOK = [
  /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9/_-]{16,200})/g,
  /discord(?:app)?\.com\/api(?:\/v\d{1,2})?\/webhooks\/(\d{10,25}\/[A-Za-z0-9_-]{20,120})/g,
  /\.webhook\.office\.com\/webhookb2\/([\w@/-]{30,300})/g,
  /hooks\.zapier\.com\/hooks\/catch\/([\w/]{8,80})/g,
  /maker\.ifttt\.com\/trigger\/[\w-]{1,60}\/(?:json\/)?with\/key\/([\w-]{16,80})/g,
  /hook\.(?:[a-z0-9]{2,6}\.)?make\.com\/([a-z0-9]{20,60})/g,
  /open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/([\w-]{20,60})/g,
  /hc-ping\.com\/([0-9a-f-]{36}|[\w-]{22}\/[\w-]{1,60})/g,
  /(?:infura\.io\/(?:ws\/)?v3|\.alchemy\.com\/v2|\.alchemyapi\.io\/v2|quiknode\.pro|rpc\.ankr\.com\/\w{2,20})\/([\w-]{20,80})/g,
  /(?:mattermost|chat)\.[\w.-]{2,80}\/hooks\/([a-z0-9]{26})/g,
  /outlook\.office\.com\/webhook\/([\w@/-]{30,300})/g,
  /hooks\.airtable\.com\/workflows\/v1\/genericWebhook\/([\w/]{20,120})/g,
  /\/(?:reset[-_]?password|password[-_]?reset|verify[-_]?email|magic[-_]?link|confirm[-_]?email|activate)\/([\w.~-]{20,400})/g,
];
const WEBHOOK_ANCHOR =
  /hooks?[./]|webhook|ifttt|hc-ping|infura|alchemy|quiknode|ankr|\/(?:reset|password|verify|magic|confirm|activate)/i;

const LOCAL_HOST =
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|db|database|postgres|mysql|mongo|redis|rabbitmq|host|hostname|server|example\.(?:com|org)|host\.docker\.internal)\b/i;

/** Credentials in URLs: user information and query parameters. */
export function* findUrlSecrets(text: string): Generator<Detection> {
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    yield* authoritySecrets(text, at + 3);
    if (DATABASE_SCHEME.test(text.slice(Math.max(0, at - 24), at))) yield* databasePassword(text, at + 3);
  }
  if (text.includes('=')) yield* findParameters(text);
}

function* authoritySecrets(text: string, at: number): Generator<Detection> {
  AUTHORITY.lastIndex = at;
  const match = AUTHORITY.exec(text);
  if (match === null) return;
  const [, user = '', password, host = ''] = match;
  const userEnd = at + user.length;
  const secretUser = isTokenUser(user);
  if (secretUser) yield { start: at, end: userEnd, kind: 'url-credential' };
  if (password !== undefined && isUrlPassword(user, password, host))
    yield { start: userEnd + 1, end: userEnd + 1 + password.length, kind: 'url-password' };
}

function* databasePassword(text: string, at: number): Generator<Detection> {
  DATABASE_AUTHORITY.lastIndex = at;
  const match = DATABASE_AUTHORITY.exec(text);
  const password = match?.[1] ?? '';
  if (!/[/?#@]/.test(password) || /^\d{1,5}\//.test(password) || isReference(password)) return;
  const start = at + (match?.[0].indexOf(`:${password}@`) ?? 0) + 1;
  yield { start, end: start + password.length, kind: 'url-password' };
}

/** `https://<token>@github.com`: a user name does not look generated. */
function isTokenUser(user: string): boolean {
  return (
    user.length >= 16 && !isReference(user) && !isStandIn(user) && (isStrong(user) || hasRandomSegment(user))
  );
}

/** Development defaults (`postgres:postgres@localhost`) and documentation are no secrets. */
function isUrlPassword(user: string, password: string, host: string): boolean {
  if (isReference(password) || isPlaceholderWord(password) || /^\d{1,5}$/.test(password)) return false;
  if (password === user) return !LOCAL_HOST.test(host) && !isStandIn(password);
  return true;
}

function isPlaceholderWord(value: string): boolean {
  return value.length >= 3 && isStandIn(value);
}

function* findParameters(text: string): Generator<Detection> {
  for (const match of text.matchAll(PARAMETER)) {
    const name = match[1] ?? '';
    if (!SECRET_PARAMETER.test(name)) continue;
    const value = withoutTrailing(match[2] ?? '', '.,;:)]}');
    if (isReference(value) || isStandIn(value) || isTechnical(value)) continue;
    if (!isStrong(value) && !hasRandomSegment(value)) {
      if (DOUBTFUL_PARAMETER.test(name) || !/\d/.test(value)) continue;
    }
    const start = match.index + match[0].length - (match[2] ?? '').length;
    yield { start, end: start + value.length, kind: /sig|hmac/i.test(name) ? 'signature' : 'url-token' };
  }
}

/** Webhooks and one-time links; for the long runs of a text. */
export function* findWebhooks(text: string): Generator<Detection> {
  if (!WEBHOOK_ANCHOR.test(text)) return;
  for (const pattern of WEBHOOK) {
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? '';
      if (isStandIn(secret) || !/\d/.test(secret)) continue;
      const start = match.index + match[0].length - secret.length;
      yield { start, end: start + secret.length, kind: 'webhook' };
    }
  }
}
