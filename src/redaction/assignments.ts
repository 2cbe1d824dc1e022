import { isSecretAssignment } from './assignment-judgement.ts';
import type { Detection } from './detection.ts';
import { classifyName, type Name, type SecretClass } from './secret-names.ts';
import { readSeparator, type Separator } from './separators.ts';
import { readValue, wholeEnd } from './value-reader.ts';

/** Every name that may promise a secret holds one of these. */
const KEYWORD =
  /pass|pwd|psk|secret|token|jwt|key|auth|cred|_pat|pw|bearer|mnemonic|phrase|otp|salt|kennwort|senha|contrase|masterauth/gi;
/** Apart, since ignoring case beyond ASCII is slow. */
const FOREIGN_KEYWORD = /密码|密碼|パスワード|[Пп]ароль|비밀번호/g;

const LONGEST_NAME = 100;

/** In prose a name is two words: `API key: …`, `seed phrase`, but also `next token`. */
const ONE_WORD = /^(?:key|keys|token|secret|phrase)$/i;
const WORD_BEFORE = /(?:^|[^\w])([A-Za-z]{2,14}[ ])$/;

/** Secrets by the name they are assigned to: `DB_PASSWORD=…`, `"apiKey": "…"`, `--token …`, `password is …`. */
export function* findAssignments(text: string): Generator<Detection> {
  yield* findNamed(text, KEYWORD);
  if (/[^\0-\x7f]/.test(text)) yield* findNamed(text, FOREIGN_KEYWORD);
}

function* findNamed(text: string, pattern: RegExp): Generator<Detection> {
  const keyword = new RegExp(pattern);
  for (let match = keyword.exec(text); match !== null; match = keyword.exec(text)) {
    const name = nameAround(text, match.index, match.index + match[0].length);
    keyword.lastIndex = Math.max(name.end, match.index + match[0].length);
    const secretClass = classifyName(name.text);
    if (secretClass === undefined) continue;
    const detection = detectionBehind(text, name, secretClass);
    if (detection === undefined) continue;
    yield detection;
    keyword.lastIndex = Math.max(keyword.lastIndex, detection.end);
  }
}

function detectionBehind(text: string, name: Name, secretClass: SecretClass): Detection | undefined {
  for (const separator of readSeparator(text, name)) {
    const value = readValue(text, separator, secretClass);
    if (value === undefined) continue;
    if (isSecretAssignment(text, name, secretClass, separator, value))
      return { start: value.start, end: wholeEnd(text, value), kind: kindOf(secretClass, name) };
    if (isFinal(separator)) return undefined;
  }
  return undefined;
}

/** Behind `=` and `:` nothing else can follow; weaker separators are tried one after the other. */
function isFinal(separator: Separator): boolean {
  return separator.style === 'assign' || separator.style === 'colon';
}

function kindOf(secretClass: SecretClass, name: Name): string {
  if (secretClass === 'key') return 'api-key';
  if (secretClass === 'auth') return 'credential';
  if (secretClass === 'pass') return 'password';
  if (secretClass === 'api-key' && /private|preshared/i.test(name.text)) return 'private-key';
  return secretClass;
}

/** The whole name around a keyword, at most `LONGEST_NAME` units to each side. */
function nameAround(text: string, from: number, to: number): Name {
  let start = from;
  let end = to;
  while (start > 0 && from - start < LONGEST_NAME && isNameCode(text.charCodeAt(start - 1))) start -= 1;
  while (end < text.length && end - to < LONGEST_NAME && isNameCode(text.charCodeAt(end))) end += 1;
  while (end > to && !isWordCode(text.charCodeAt(end - 1))) end -= 1;
  // In JSON inside a string, a line break is written \n: its letter is no part of the name.
  if (text[start - 1] === '\\' && start < from && /[nrt]/.test(text[start] ?? '')) start += 1;
  const own = text.slice(start, end);
  const before = ONE_WORD.test(own) ? WORD_BEFORE.exec(text.slice(Math.max(0, start - 20), start)) : null;
  const prefix = before?.[1] ?? '';
  return { text: prefix + own, start: start - prefix.length, end };
}

function isWordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function isNameCode(code: number): boolean {
  return isWordCode(code) || code === 95 || code === 45 || code === 46;
}
