/** What a value looks like: a secret, a stand-in for one, or code that only names one. All tests are linear. */

/** Words that stand where a secret would, or that a label, a type or a setting would be. Compared in lower case. */
const STAND_INS = new Set(
  [
    'password passwd pass pwd passphrase secret secrets token tokens key keys apikey api_key api-key value values auth',
    'authorization bearer basic credential credentials username user login name email id none null nil undefined true false',
    'yes no on off default empty unset unknown missing invalid valid expired required optional hidden masked redacted',
    'removed omitted filtered sanitized private public changeme change_me change-me changeit todo tbd fixme n/a na test testing example',
    'examples sample dummy fake mock stub placeholder foo bar baz qux foobar xxx yyy zzz abc string str text number int',
    'integer bool boolean any object array char varchar bytes bytea buffer uint8array void never byte long float double',
    'secretstr securestring secretstring date datetime json uuid input output field label title header cookie session',
    'keyword identifier comment operator punctuation literal type function variable constant plain raw',
    'disabled enabled visible obscured current new old admin root guest anonymous postgres mysql passwort kennwort',
    'contraseña contrasena senha 密码 密碼 パスワード пароль 비밀번호 incorrect wrong correct here see below above',
    'hash hashed encrypted bcrypt argon2 scrypt plaintext stdin prompt env environment file vault keychain keyring',
    'interactive ask inherit write read admin:org workflow repo openai anthropic google github gitlab',
  ]
    .join(' ')
    .split(' '),
);

const MASK = /^[xX*•.·…_#?\-–—<>[\]() 0]{3,}$/;
const MASK_RUN = /[xX]{6,}|\*{3,}|•{3,}|\.{3,}|…|#{4,}|_{5,}/;
const STAND_IN_PHRASE =
  /(?:^|[-_. <[{(/:])(?:your|my|our|replace|insert|enter|put|paste|change|placeholder|redacted|changeme|todo|dummy|fake|mock|mocked|sample|example)(?=[-_. >\]})/:]|$)/i;
const STAND_IN_START =
  /^(?:your|my|our|replace|insert|enter|change|fake|mock|dummy|example|sample|YOUR|MY)(?=[A-Z])/;

const REFERENCE =
  /\$\{|\$\(|\{\{|\}\}|<%|#\{|%\(|^\$env:|^\$[A-Za-z_]\w*(?:\[[^\]]*\])?$|^\$[A-Z_][A-Z0-9_]*|^\$\d$|^%[A-Za-z_]\w*%$|^%[sdvqr@](?:[^\w]%[sdvqr])*$|^\{[\w.:!-]{0,60}\}$|^<[^<>]{1,60}>?$|<[a-z][\w -]{1,40}>$|^@[\w.]+@$|^:[a-z_]+$|^!(?:Ref|Sub|GetAtt|vault|env|secret|reference)\b|^\[[A-Z][A-Z -]*\]$|^\[\[?\w+\]?\]$/;
const LOOKUP =
  /(?:^|[^\w])(?:process\.env|import\.meta|Deno\.env|Bun\.env|os\.environ|os\.getenv|getenv|System\.getenv|ENV\[|env\(|config\(|secrets?\.|vars\.|github\.token|Rails\.|Sys\.getenv|std::env|viper\.|settings\.|self\.|this\.|args\.|opts?\.|options\.|params\.|props\.|req\.|request\.|ctx\.|context\.|input\.|data\.|state\.|module\.|local\.|var\.|each\.)/;
const LOCATOR =
  /^(?:op|vault|sm|ssm|arn|keyring|keychain|file|env|ref\+|secretref|awssm|gcpsm|akv|doppler|bws):|^@Microsoft\.KeyVault|resolve:(?:ssm|secretsmanager)|^projects\/[^/]+\/secrets\//i;
const PATH =
  /^(?:~|\.{1,2})?\/(?:[\w.@+-]+\/){1,20}[\w.@+-]*$|^\.{0,2}\/[\w.-]+$|^[A-Za-z]:\\|^~\/|^\/run\/secrets/;
const VERSION =
  /^[\^~<>=v]{0,3}\d{1,6}(?:\.\d{1,6}){1,3}(?:[-+][\w.]{1,40})?$|^\^\d|^workspace:|^npm:|^\*$|^0x[0-9a-fA-F]{1,8}$/;
const TECHNICAL =
  /^(?:sha|md|aes|rsa|ecdsa|hs|rs|es|ps|base|utf|ed|x|pbkdf|argon|oauth|http|tls|ssl|ipv|rfc|int|uint|float|char|varchar)[-_]?\d{1,4}(?:[-_]?[a-z]{2,12}){0,4}$/i;
const NUMBERED_WORD =
  /^(?:p|k|s|v|h|ec|level|step|page|line|item|field|test|user|param|arg|value|str|text|var|node|part|option|input|output|word|token|key|pass|pw|password|secret|auth|cookie|type|col|row|min|max|length|version|draft|node|python|go|es)[-_]?\d{1,4}(?:[-_]?[a-z]{2,12}){0,3}$/i;
const AGENT_ID =
  /^(?:toolu|call|msg|req|resp|run|chatcmpl|thread|asst|ses|prt|item|rs|fc|evt|step|turn|session|srvtoolu|gen|cmpl)[-_]/;
const DIGEST = /^(?:sha(?:1|224|256|384|512)|md5|h1|crc32c?|blake[23][bs]?)[-:=]/i;
const URL_START = /^(?:[a-z][a-z0-9+.-]{1,20}:)?\/\//i;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.,]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Stars, `xxxx`, `<token>`, `your-api-key-here`, `changeme`, type names: what documents put where a secret would be. */
export function isStandIn(value: string): boolean {
  const text = value.trim();
  if (text.length < 3 || MASK.test(text) || STAND_INS.has(text.toLowerCase())) return true;
  if (MASK_RUN.test(text) && maskedShare(text) >= 0.3) return true;
  if (!STAND_IN_PHRASE.test(text) && !STAND_IN_START.test(text)) return false;
  return isSlugLike(text) || /\s/.test(text) || !hasRandomSegment(text);
}

function maskedShare(text: string): number {
  return text.replace(/[^xX*•.…#_]/g, '').length / text.length;
}

/** `$TOKEN`, `${API_KEY}`, `process.env.X`, `{{ secret }}`, `op://…`: the secret is elsewhere. */
export function isReference(value: string): boolean {
  return REFERENCE.test(value) || LOOKUP.test(value) || LOCATOR.test(value);
}

/** Versions, algorithms, digests, dates, paths, the ids of agents: no secret whatever it is assigned to. */
export function isTechnical(value: string): boolean {
  return (
    VERSION.test(value) ||
    TECHNICAL.test(value) ||
    DIGEST.test(value) ||
    DATE.test(value) ||
    URL_START.test(value) ||
    PATH.test(value) ||
    AGENT_ID.test(value)
  );
}

/** `user1`, `token_2`, `line12`: a variable or a step more likely than a secret. */
export function isNumberedWord(value: string): boolean {
  return NUMBERED_WORD.test(value);
}

/** An expression of a programming language, as an unquoted value would be: a call, a member, a constant, an index. */
export function isCode(value: string): boolean {
  if (/^[A-Za-z_$][\w$.]*[([]|=>|^\(|^[[{|&*!]|^[$@][A-Za-z_]\w*|\?\.|::|->/.test(value)) return true;
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value)) return true;
  return (
    /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value) &&
    value.split('.').every((part) => /^[A-Za-z_$]+\d{0,5}[A-Za-z_$]*$/.test(part) && part.length < 40)
  );
}

const WORD = /^(?:[A-Z]?[a-z]{1,24}(?:[A-Z][a-z]{1,24}){0,6}|[A-Z]{1,24})\d{0,2}$|^\d{1,4}$/;

/** Up to a dozen words and short numbers between separators: `prod-api-v1`, `my_secret.name`. */
function isSlugLike(value: string): boolean {
  const words = value.split(/[-_. ]/, 14);
  return words.length <= 13 && words.every((word) => WORD.test(word));
}

/** Words only, with or without separators: `userPassword`, `my-secret-name`. */
export function isWords(value: string): boolean {
  return /^[\p{L}_$.-]+$/u.test(value) || isSlugLike(value);
}

/** Letters and digits mixed the way only generated text mixes them, in one run of at least eight. */
export function hasRandomSegment(value: string): boolean {
  for (const segment of value.split(/[^A-Za-z0-9]+/)) if (isRandom(segment)) return true;
  return false;
}

function isRandom(segment: string): boolean {
  const { length } = segment;
  if (length < 8) return false;
  const digits = length - segment.replace(/\d/g, '').length;
  if (digits === length) return false;
  const turns = countOf(segment, /(?<=\d)\D|(?<=\D)\d/g);
  // `aXb` and `ABc` break the rhythm of camel case; names do it once or twice, generated text does it all the time.
  const breaks = countOf(segment, /(?<=[A-Z])[a-z](?![a-z])|[A-Z]{2,}/g);
  if (digits === 0) return length >= 16 && breaks >= 4;
  if (turns >= 3 || (turns >= 2 && length >= 12 && digits >= 4)) return true;
  if (length >= 12 && breaks >= 3) return true;
  return digits >= 2 && countOf(segment, /(?<=[a-z])[A-Z]|(?<=[A-Z])[a-z]/g) >= 3;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** A generated key: 16 or more characters, letters and digits, no words. */
export function isStrong(value: string): boolean {
  if (value.length < 16 || /\s/.test(value) || new Set(value).size < 8) return false;
  return hasRandomSegment(value) || /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z0-9+/=_-]{32,}$/.test(value);
}

/** What a person would choose as a password: six or more characters, with a digit or a special character among letters. */
export function isPasswordLike(value: string): boolean {
  if (value.length < 6 || /\s/.test(value) || isTechnical(value)) return false;
  if (/^\d+$/.test(value)) return true;
  if (!/\p{L}/u.test(value)) return /\d/.test(value) && value.length >= 8;
  if (/[!@#$%^&*+=~?]/.test(value)) return true;
  return /\d/.test(value) && !/^[a-z]+(?:[-_.][a-z]+){0,8}[-_.]\d{1,3}$/i.test(value);
}

/** The value without the closing characters of a sentence or a bracket. A loop: `[…]+$` would be quadratic. */
export function withoutTrailing(value: string, characters: string): string {
  let end = value.length;
  while (end > 0 && characters.includes(value[end - 1] ?? '')) end -= 1;
  return value.slice(0, end);
}
