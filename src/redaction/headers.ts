import type { Detection } from './detection.ts';
import {
  hasRandomSegment,
  isPasswordLike,
  isReference,
  isStandIn,
  isStrong,
  isTechnical,
  withoutTrailing,
} from './secret-values.ts';

/** `Authorization: Bearer x`, also quoted, also as a property: the scheme and what stands behind it. */
const AUTHORIZATION =
  /(?:proxy-)?authorization\\{0,3}["'\u0060]?\]?[ \t]{0,4}(?:[:=,]|=>)[ \t]{0,4}(?:\\{0,3}["'\u0060]|[rbfu]["'])?(?:(Bearer|Basic|Token|ApiKey|Api-Key|Key|SSWS|GoogleLogin auth=|GenieKey|Splunk|Bot|DeepL-Auth-Key|JWT)[ \t]{1,4}(?:token=)?)?(?:\\{0,3}["']?)([^\s"'\u0060\\<>,;]{4,8192})/gi;

/** Schemes whose credential is a list of parameters. */
const AUTHORIZATION_LIST =
  /authorization["'\u0060]?[ \t]{0,4}:[ \t]{0,4}["'\u0060]?(?:Digest|OAuth|Hawk|Signature|NTLM|Negotiate|AWS4-HMAC-SHA256|AWS)[ \t]{1,4}([^\n\u0060\\]{8,4096})/gi;
const LIST_SECRET =
  /(?:response|cnonce|nonce|opaque|mac|Signature|signature|oauth_token|oauth_signature|oauth_consumer_key)=["']?([A-Za-z0-9+/=%_:.-]{8,})|^([A-Za-z0-9+/=]{16,}|[A-Z0-9]{8,}:[A-Za-z0-9+/=]{16,})/g;

const BEARER = /\bBearer[ \t]{1,4}([A-Za-z0-9._~+/=-]{12,8192})/gi;
const BASIC = /\bBasic[ \t]{1,4}([A-Za-z0-9+/]{8,4096}={0,2})/gi;

const COOKIE =
  /(?<![A-Za-z0-9_])(?:set-)?cookie2?\\{0,3}["'\u0060]?\]?[ \t]{0,4}(?:[:=,]|=>)[ \t]{0,4}\\{0,3}["'\u0060]?([^\n"'\u0060\\]{3,8192})/gi;
const COOKIE_FLAG = /(?<![\w-])(?:-b|--cookie)(?:[ \t]{1,4}|=)["']?([\w.-]{1,60}=[^\n"']{6,4096})/g;
const COOKIE_PAIR = /(?<![\w.$-])([\w.$-]{1,80})=([^;\s,]{4,})/g;
const SESSION_COOKIE = /sess|sid\b|auth|token|jwt|login|csrf|xsrf|remember|identity|access|refresh/i;
const COOKIE_ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;

/** Credentials in HTTP headers, wherever headers are written: requests, curl calls, code, logs. */
export function* findHeaderSecrets(text: string): Generator<Detection> {
  if (/authorization/i.test(text)) {
    yield* credentials(text, AUTHORIZATION, 2, 'authorization', isCredential);
    yield* listCredentials(text);
  }
  if (/bearer/i.test(text)) yield* credentials(text, BEARER, 1, 'bearer-token', isBearer);
  if (/basic/i.test(text)) yield* credentials(text, BASIC, 1, 'basic-auth', isBasic);
  if (/cookie/i.test(text)) yield* cookies(text, COOKIE);
  if (text.includes('-b ') || text.includes('--cookie')) yield* cookies(text, COOKIE_FLAG);
}

function* credentials(
  text: string,
  pattern: RegExp,
  group: number,
  kind: string,
  accept: (value: string, scheme: string) => boolean,
): Generator<Detection> {
  for (const match of text.matchAll(pattern)) {
    const value = withoutTrailing(match[group] ?? '', '.,)]}');
    const scheme = group === 2 ? (match[1] ?? '').toLowerCase() : '';
    if (isReference(value) || isStandIn(value) || !accept(value, scheme)) continue;
    const start = match.index + match[0].length - (match[group] ?? '').length;
    yield { start, end: start + value.length, kind: kindOfScheme(scheme, kind) };
  }
}

function kindOfScheme(scheme: string, kind: string): string {
  if (scheme === 'bearer' || scheme === 'bot' || scheme === 'token') return 'bearer-token';
  return scheme === 'basic' ? 'basic-auth' : kind;
}

/** Behind a scheme nearly everything is a credential; without one, only what looks generated. */
function isCredential(value: string, scheme: string): boolean {
  if (/[{}()[\]<>|]/.test(value)) return false;
  if (scheme === 'basic') return isBasic(value) || isPasswordLike(value);
  if (scheme !== '') return value.length >= 6 && (hasRandomSegment(value) || isPasswordLike(value));
  if (isStrong(value) || (value.length >= 16 && isPasswordLike(value))) return true;
  return value.length >= 8 && hasRandomSegment(value) && !isTechnical(value);
}

function isBearer(value: string): boolean {
  return isStrong(value) || hasRandomSegment(value) || /^(?=[^0-9]*\d)[A-Za-z0-9._~+/=-]{16,}$/.test(value);
}

/** Base64 of `user:password`. */
function isBasic(value: string): boolean {
  if (value.length < 8 || /^[A-Z]?[a-z]+$/.test(value)) return false;
  try {
    const decoded = atob(withoutTrailing(value, '='));
    return /^[\x20-\x7e\x80-\xff]+$/.test(decoded) && decoded.includes(':');
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

function* listCredentials(text: string): Generator<Detection> {
  for (const match of text.matchAll(AUTHORIZATION_LIST)) {
    const list = match[1] ?? '';
    const listStart = match.index + match[0].length - list.length;
    for (const part of list.matchAll(LIST_SECRET)) {
      const secret = part[1] ?? part[2] ?? '';
      const start = listStart + part.index + part[0].indexOf(secret);
      yield { start, end: start + secret.length, kind: 'authorization' };
    }
  }
}

/** Cookie by cookie, so that harmless ones (`theme=dark`) and attributes stay readable. */
function* cookies(text: string, pattern: RegExp): Generator<Detection> {
  for (const match of text.matchAll(pattern)) {
    const list = match[1] ?? '';
    const listStart = match.index + match[0].length - list.length;
    for (const pair of list.matchAll(COOKIE_PAIR)) {
      const value = withoutTrailing(pair[2] ?? '', ')]},.');
      if (!isCookieSecret(pair[1] ?? '', value)) continue;
      const start = listStart + pair.index + pair[0].length - (pair[2] ?? '').length;
      yield { start, end: start + value.length, kind: 'cookie' };
    }
  }
}

function isCookieSecret(name: string, value: string): boolean {
  if (COOKIE_ATTRIBUTE.test(name) || isReference(value) || isStandIn(value)) return false;
  if (SESSION_COOKIE.test(name)) return value.length >= 6 && /\d/.test(value);
  return value.length >= 12 && (hasRandomSegment(value) || isStrong(value));
}
