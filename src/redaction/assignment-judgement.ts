import type { Name, SecretClass } from './secret-names.ts';
import {
  hasRandomSegment,
  isCode,
  isNumberedWord,
  isPasswordLike,
  isReference,
  isStandIn,
  isStrong,
  isTechnical,
  isWords,
} from './secret-values.ts';
import type { Separator } from './separators.ts';
import type { Value } from './value-reader.ts';

/** Google's app passwords: four words of four letters. */
const APP_PASSWORD = /^[a-z]{4}(?: [a-z]{4}){3}$/;

interface Assignment {
  readonly text: string;
  readonly name: Name;
  readonly separator: Separator;
  readonly value: Value;
  /** The name is written like an environment variable. */
  readonly constant: boolean;
}

/**
 * Whether the value assigned to a name of this class is a secret. The surer the name and the way of writing, the less the value
 * itself must look like one: `DB_PASSWORD=letmein` counts, `password: string` and `password: userPassword` do not.
 */
export function isSecretAssignment(
  text: string,
  name: Name,
  secretClass: SecretClass,
  separator: Separator,
  value: Value,
): boolean {
  const raw = value.text;
  if (secretClass === 'seed-phrase') return true;
  if (raw.length < 4 || isPlainWord(separator, value)) return false;
  if (isReference(raw) || isStandIn(raw) || isTechnical(raw)) return false;
  const assignment = { text, name, separator, value, constant: /^[A-Z][A-Z0-9_]*$/.test(name.text) };
  if (!value.quoted && isCode(raw) && !(assignment.constant && !separator.spaced && !/[([]/.test(raw)))
    return false;
  if (secretClass === 'password' && APP_PASSWORD.test(raw)) return true;
  if (/\s/.test(raw)) return isPhrase(assignment, secretClass);
  if (
    secretClass !== 'password' &&
    secretClass !== 'pass' &&
    secretClass !== 'secret' &&
    !isKeyText(assignment)
  )
    return false;
  if (secretClass === 'key' || secretClass === 'auth') return isGenerated(assignment, secretClass);
  if (secretClass === 'pass') return isPass(assignment);
  return secretClass === 'password' ? isPassword(assignment) : isKey(assignment, secretClass);
}

/** In prose a bare word follows the name more often than not: the cheap test comes first. */
function isPlainWord(separator: Separator, value: Value): boolean {
  if (value.quoted || (separator.style !== 'words' && separator.style !== 'space')) return false;
  return !/[\d!@#$%^&*+=~?]/.test(value.text);
}

/** Several words: only where a name can hold nothing else, for labels and messages are assigned to `password` too. */
function isPhrase({ name, constant, value }: Assignment, secretClass: SecretClass): boolean {
  if (constant && value.quoted && isRandomWithSpaces(value.text)) return true;
  if (secretClass !== 'password' && secretClass !== 'secret') return false;
  if (!value.quoted || !(constant || /passphrase/i.test(name.text))) return false;
  return !/\b(?:enter|must|please|required?|invalid|your|password)\b|[.:?]\s|[.:?]$/i.test(value.text);
}

/** Keys and tokens have no brackets and no backslashes: such a value is a pattern or code. A framework's secret key may. */
function isKeyText({ name, value, constant }: Assignment): boolean {
  if (/[-_]$/.test(value.text) && value.next === '.') return false;
  if (constant && value.quoted && hasRandomSegment(value.text)) return true;
  return /secret/i.test(name.text) || /^[^\s()[\]{}\\<>|"'`]+$/.test(value.text);
}

/** The salts of WordPress: every printable sign, the space too. */
function isRandomWithSpaces(raw: string): boolean {
  return raw.length >= 32 && raw.replace(/[\w\s]/g, '').length >= 6 && /\d/.test(raw) && /[A-Z]/.test(raw);
}

/** Names that end in plain `key` or `auth`: caches and sorting have such names too. */
function isGenerated({ name, value, constant, separator }: Assignment, secretClass: SecretClass): boolean {
  // `the cache key is …` has its word before it; `the key is …` means the one.
  if (separator.style === 'words')
    return /^(?:the|my|our|this|new) key$/i.test(name.text) && isStrong(value.text);
  if (separator.style === 'pair' || separator.style === 'call') return false;
  if (secretClass === 'key' && !constant && /^[0-9a-f-]{32,64}$/i.test(value.text)) return false;
  return isStrong(value.text);
}

/** `pass` alone: the verb, and the verdict of a test run, stand before a colon or a space too. */
function isPass(assignment: Assignment): boolean {
  const { value, separator } = assignment;
  if (/^(?:pass|fail|skipp|ignor)(?:ed|ing|es)?$/i.test(value.text)) return false;
  if (!isPasswordLike(value.text) && !hasUserBefore(assignment)) return false;
  if (separator.style === 'assign' || (separator.style === 'colon' && value.quoted))
    return isPassword(assignment);
  return separator.style === 'argument' && isPassword(assignment);
}

function isPassword(assignment: Assignment): boolean {
  const { value, separator, constant } = assignment;
  const raw = value.text;
  // `password: String!` is GraphQL.
  if (isLabel(raw) || (!value.quoted && /^[A-Z][a-z]+!$/.test(raw))) return false;
  const chosen = isPasswordLike(raw);
  switch (separator.style) {
    case 'call':
    case 'words':
    case 'space':
      // SQL: `WITH PASSWORD 'letmein'`.
      if (separator.style === 'space' && value.quoted && assignment.name.text === 'PASSWORD')
        return raw.length >= 4;
      return chosen && (value.quoted || !(isNumberedWord(raw) || /^[\w.-]+@[\w.-]+$/.test(raw)));
    case 'pair':
      return isSetter(assignment) ? chosen || constant : chosen && raw.length >= 8;
    case 'argument':
      return chosen;
    case 'element':
    case 'compare':
      return raw.length >= 4;
    default:
      if (value.quoted) return raw.length >= 4;
      if (constant) return raw.length >= 4 && (!separator.spaced || chosen || endsLine(assignment));
      if (chosen) return !isNumberedWord(raw) && !isIdentifierInCode(assignment);
      return raw.length >= 5 && /^[a-z]+$/i.test(raw) && isOwnLine(assignment) && isSetting(assignment);
  }
}

function isKey(assignment: Assignment, secretClass: SecretClass): boolean {
  const { value, separator, constant } = assignment;
  const raw = value.text;
  if (isLabel(raw)) return false;
  const generated = isStrong(raw) || (raw.length >= 8 && hasRandomSegment(raw));
  const keyLike = generated || isKeyLike(raw);
  switch (separator.style) {
    case 'call':
    case 'pair':
      return generated || (keyLike && isSetter(assignment));
    case 'space':
      return (generated || (value.quoted && keyLike)) && raw.length >= 12;
    case 'words':
      return keyLike && (generated || raw.length >= 12 || value.quoted);
    case 'compare':
    case 'argument':
    case 'element':
      return keyLike;
    default:
      if (constant && !separator.spaced) return raw.length >= 6 && !isSlug(raw);
      if (value.quoted)
        return keyLike || (secretClass === 'secret' && raw.length >= 8 && /^[a-z]+$/i.test(raw));
      return keyLike && !isNumberedWord(raw) && (generated || !isIdentifierInCode(assignment));
  }
}

/** Eight or more characters that are not a word with a number. */
function isKeyLike(raw: string): boolean {
  if (/^(?:[A-Z0-9]{4,6}-){2,6}[A-Z0-9]{4,6}$/.test(raw)) return /\d/.test(raw) && /[A-Z]/.test(raw);
  if (raw.length < 8 || isNumberedWord(raw)) return false;
  if (/^\d+$/.test(raw) || (/^[A-Za-z]{20,}$/.test(raw) && !/[a-z][A-Z]/.test(raw))) return true;
  return /\d/.test(raw) && /[A-Za-z]/.test(raw) && !isSlug(raw);
}

function isSlug(raw: string): boolean {
  return isWords(raw) && /[-_.]/.test(raw);
}

/** Words about secrets rather than one: `userPassword`, `api-token`, `secret.name`. */
function isLabel(raw: string): boolean {
  if (!isWords(raw) || !/[-_.]|[a-z][A-Z]/.test(raw)) return false;
  return /pass|pwd|secret|token|key|auth|user|name|field|input|text|label|credential|value|string|id\b/i.test(
    raw,
  );
}

/** `define('DB_PASSWORD', 'x')`, `setenv("API_KEY", "x")`: the call says that the second is the first's value. */
function isSetter({ text, name }: Assignment): boolean {
  return /(?:define|set|put|env|header|add|append|config|with)\w{0,20}\(?[^(]{0,40}$/i.test(
    text.slice(Math.max(0, name.start - 48), name.start),
  );
}

/** `password: pw2,` is code: without quotes it is a variable there. */
function isIdentifierInCode({ text, value }: Assignment): boolean {
  // `Password=x;Encrypt=True` is a connection string.
  if (/^[;,][ ]?[A-Za-z][\w .]{0,40}=/.test(text.slice(value.end, value.end + 48))) return false;
  return /[,;)]/.test(value.next) && /^[A-Za-z_$][\w$]*$/.test(value.text) && !hasRandomSegment(value.text);
}

/** Also where lines were joined: the next variable follows. */
function endsLine({ text, value }: Assignment): boolean {
  return /^(?:$|[\n\r"'\\]| [A-Z][A-Z0-9_]{2,40}[:=])/.test(text.slice(value.end, value.end + 48));
}

/** `password=letmein` and `ssh_password: letmein` are settings; `password: hashed` is a property in code. */
function isSetting({ name, separator, value }: Assignment): boolean {
  return !separator.spaced || (name.text.includes('_') && /^[a-z]+$/.test(value.text));
}

/** The assignment is all that stands in its line, or one parameter among others. */
function isOwnLine(assignment: Assignment): boolean {
  const { text, name, value } = assignment;
  const before = text.slice(Math.max(0, name.start - 12), name.start);
  const opens = /(?:^|[\n\r?&;]|\\n|export |set |-D|--)[ \t]*$/.test(before) || name.start === 0;
  return opens && (endsLine(assignment) || /[&;\s]/.test(value.next));
}

/** `{ user: 'x', pass: 'y' }`. */
function hasUserBefore({ text, name, constant }: Assignment): boolean {
  return (
    constant ||
    /user(?:name)?["'\\]{0,3}[ \t]{0,4}[:=]/i.test(text.slice(Math.max(0, name.start - 100), name.start))
  );
}
