//#region ../../src/redaction/secret-values.ts
/** What a value looks like: a secret, a stand-in for one, or code that only names one. All tests are linear. */
/** Words that stand where a secret would, or that a label, a type or a setting would be. Compared in lower case. */
const STAND_INS = new Set([
	"password passwd pass pwd passphrase secret secrets token tokens key keys apikey api_key api-key value values auth",
	"authorization bearer basic credential credentials username user login name email id none null nil undefined true false",
	"yes no on off default empty unset unknown missing invalid valid expired required optional hidden masked redacted",
	"removed omitted filtered sanitized private public changeme change_me change-me changeit todo tbd fixme n/a na test testing example",
	"examples sample dummy fake mock stub placeholder foo bar baz qux foobar xxx yyy zzz abc string str text number int",
	"integer bool boolean any object array char varchar bytes bytea buffer uint8array void never byte long float double",
	"secretstr securestring secretstring date datetime json uuid input output field label title header cookie session",
	"keyword identifier comment operator punctuation literal type function variable constant plain raw",
	"disabled enabled visible obscured current new old admin root guest anonymous postgres mysql passwort kennwort",
	"contraseña contrasena senha 密码 密碼 パスワード пароль 비밀번호 incorrect wrong correct here see below above",
	"hash hashed encrypted bcrypt argon2 scrypt plaintext stdin prompt env environment file vault keychain keyring",
	"interactive ask inherit write read admin:org workflow repo openai anthropic google github gitlab"
].join(" ").split(" "));
const MASK = /^[xX*•.·…_#?\-–—<>[\]() 0]{3,}$/;
const MASK_RUN = /[xX]{6,}|\*{3,}|•{3,}|\.{3,}|…|#{4,}|_{5,}/;
const STAND_IN_PHRASE = /(?:^|[-_. <[{(/:])(?:your|my|our|replace|insert|enter|put|paste|change|placeholder|redacted|changeme|todo|dummy|fake|mock|mocked|sample|example)(?=[-_. >\]})/:]|$)/i;
const STAND_IN_START = /^(?:your|my|our|replace|insert|enter|change|fake|mock|dummy|example|sample|YOUR|MY)(?=[A-Z])/;
const REFERENCE = /\$\{|\$\(|\{\{|\}\}|<%|#\{|%\(|^\$env:|^\$[A-Za-z_]\w*(?:\[[^\]]*\])?$|^\$[A-Z_][A-Z0-9_]*|^\$\d$|^%[A-Za-z_]\w*%$|^%[sdvqr@](?:[^\w]%[sdvqr])*$|^\{[\w.:!-]{0,60}\}$|^<[^<>]{1,60}>?$|<[a-z][\w -]{1,40}>$|^@[\w.]+@$|^:[a-z_]+$|^!(?:Ref|Sub|GetAtt|vault|env|secret|reference)\b|^\[[A-Z][A-Z -]*\]$|^\[\[?\w+\]?\]$/;
const LOOKUP = /(?:^|[^\w])(?:process\.env|import\.meta|Deno\.env|Bun\.env|os\.environ|os\.getenv|getenv|System\.getenv|ENV\[|env\(|config\(|secrets?\.|vars\.|github\.token|Rails\.|Sys\.getenv|std::env|viper\.|settings\.|self\.|this\.|args\.|opts?\.|options\.|params\.|props\.|req\.|request\.|ctx\.|context\.|input\.|data\.|state\.|module\.|local\.|var\.|each\.)/;
const LOCATOR = /^(?:op|vault|sm|ssm|arn|keyring|keychain|file|env|ref\+|secretref|awssm|gcpsm|akv|doppler|bws):|^@Microsoft\.KeyVault|resolve:(?:ssm|secretsmanager)|^projects\/[^/]+\/secrets\//i;
const PATH = /^(?:~|\.{1,2})?\/(?:[\w.@+-]+\/){1,20}[\w.@+-]*$|^\.{0,2}\/[\w.-]+$|^[A-Za-z]:\\|^~\/|^\/run\/secrets/;
const VERSION = /^[\^~<>=v]{0,3}\d{1,6}(?:\.\d{1,6}){1,3}(?:[-+][\w.]{1,40})?$|^\^\d|^workspace:|^npm:|^\*$|^0x[0-9a-fA-F]{1,8}$/;
const TECHNICAL = /^(?:sha|md|aes|rsa|ecdsa|hs|rs|es|ps|base|utf|ed|x|pbkdf|argon|oauth|http|tls|ssl|ipv|rfc|int|uint|float|char|varchar)[-_]?\d{1,4}(?:[-_]?[a-z]{2,12}){0,4}$/i;
const NUMBERED_WORD = /^(?:p|k|s|v|h|ec|level|step|page|line|item|field|test|user|param|arg|value|str|text|var|node|part|option|input|output|word|token|key|pass|pw|password|secret|auth|cookie|type|col|row|min|max|length|version|draft|node|python|go|es)[-_]?\d{1,4}(?:[-_]?[a-z]{2,12}){0,3}$/i;
const AGENT_ID = /^(?:toolu|call|msg|req|resp|run|chatcmpl|thread|asst|ses|prt|item|rs|fc|evt|step|turn|session|srvtoolu|gen|cmpl)[-_]/;
const DIGEST = /^(?:sha(?:1|224|256|384|512)|md5|h1|crc32c?|blake[23][bs]?)[-:=]/i;
const URL_START = /^(?:[a-z][a-z0-9+.-]{1,20}:)?\/\//i;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.,]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Stars, `xxxx`, `<token>`, `your-api-key-here`, `changeme`, type names: what documents put where a secret would be. */
function isStandIn(value) {
	const text = value.trim();
	if (text.length < 3 || MASK.test(text) || STAND_INS.has(text.toLowerCase())) return true;
	if (MASK_RUN.test(text) && maskedShare(text) >= .3) return true;
	if (!STAND_IN_PHRASE.test(text) && !STAND_IN_START.test(text)) return false;
	return isSlugLike(text) || /\s/.test(text) || !hasRandomSegment(text);
}
function maskedShare(text) {
	return text.replace(/[^xX*•.…#_]/g, "").length / text.length;
}
/** `$TOKEN`, `${API_KEY}`, `process.env.X`, `{{ secret }}`, `op://…`: the secret is elsewhere. */
function isReference(value) {
	return REFERENCE.test(value) || LOOKUP.test(value) || LOCATOR.test(value);
}
/** Versions, algorithms, digests, dates, paths, the ids of agents: no secret whatever it is assigned to. */
function isTechnical(value) {
	return VERSION.test(value) || TECHNICAL.test(value) || DIGEST.test(value) || DATE.test(value) || URL_START.test(value) || PATH.test(value) || AGENT_ID.test(value);
}
/** `user1`, `token_2`, `line12`: a variable or a step more likely than a secret. */
function isNumberedWord(value) {
	return NUMBERED_WORD.test(value);
}
/** An expression of a programming language, as an unquoted value would be: a call, a member, a constant, an index. */
function isCode(value) {
	if (/^[A-Za-z_$][\w$.]*[([]|=>|^\(|^[[{|&*!]|^[$@][A-Za-z_]\w*|\?\.|::|->/.test(value)) return true;
	if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value)) return true;
	return /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value) && value.split(".").every((part) => /^[A-Za-z_$]+\d{0,5}[A-Za-z_$]*$/.test(part) && part.length < 40);
}
const WORD$1 = /^(?:[A-Z]?[a-z]{1,24}(?:[A-Z][a-z]{1,24}){0,6}|[A-Z]{1,24})\d{0,2}$|^\d{1,4}$/;
/** Up to a dozen words and short numbers between separators: `prod-api-v1`, `my_secret.name`. */
function isSlugLike(value) {
	const words = value.split(/[-_. ]/, 14);
	return words.length <= 13 && words.every((word) => WORD$1.test(word));
}
/** Words only, with or without separators: `userPassword`, `my-secret-name`. */
function isWords(value) {
	return /^[\p{L}_$.-]+$/u.test(value) || isSlugLike(value);
}
/** Letters and digits mixed the way only generated text mixes them, in one run of at least eight. */
function hasRandomSegment(value) {
	for (const segment of value.split(/[^A-Za-z0-9]+/)) if (isRandom(segment)) return true;
	return false;
}
function isRandom(segment) {
	const { length } = segment;
	if (length < 8) return false;
	const digits = length - segment.replace(/\d/g, "").length;
	if (digits === length) return false;
	const turns = countOf(segment, /(?<=\d)\D|(?<=\D)\d/g);
	const breaks = countOf(segment, /(?<=[A-Z])[a-z](?![a-z])|[A-Z]{2,}/g);
	if (digits === 0) return length >= 16 && breaks >= 4;
	if (turns >= 3 || turns >= 2 && length >= 12 && digits >= 4) return true;
	if (length >= 12 && breaks >= 3) return true;
	return digits >= 2 && countOf(segment, /(?<=[a-z])[A-Z]|(?<=[A-Z])[a-z]/g) >= 3;
}
function countOf(text, pattern) {
	return text.match(pattern)?.length ?? 0;
}
/** A generated key: 16 or more characters, letters and digits, no words. */
function isStrong(value) {
	if (value.length < 16 || /\s/.test(value) || new Set(value).size < 8) return false;
	return hasRandomSegment(value) || /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z0-9+/=_-]{32,}$/.test(value);
}
/** What a person would choose as a password: six or more characters, with a digit or a special character among letters. */
function isPasswordLike(value) {
	if (value.length < 6 || /\s/.test(value) || isTechnical(value)) return false;
	if (/^\d+$/.test(value)) return true;
	if (!/\p{L}/u.test(value)) return /\d/.test(value) && value.length >= 8;
	if (/[!@#$%^&*+=~?]/.test(value)) return true;
	return /\d/.test(value) && !/^[a-z]+(?:[-_.][a-z]+){0,8}[-_.]\d{1,3}$/i.test(value);
}
/** The value without the closing characters of a sentence or a bracket. A loop: `[…]+$` would be quadratic. */
function withoutTrailing(value, characters) {
	let end = value.length;
	while (end > 0 && characters.includes(value[end - 1] ?? "")) end -= 1;
	return value.slice(0, end);
}
//#endregion
//#region ../../src/redaction/assignment-judgement.ts
/** Google's app passwords: four words of four letters. */
const APP_PASSWORD = /^[a-z]{4}(?: [a-z]{4}){3}$/;
/**
* Whether the value assigned to a name of this class is a secret. The surer the name and the way of writing, the less the value
* itself must look like one: `DB_PASSWORD=letmein` counts, `password: string` and `password: userPassword` do not.
*/
function isSecretAssignment(text, name, secretClass, separator, value) {
	const raw = value.text;
	if (secretClass === "seed-phrase") return true;
	if (raw.length < 4 || isPlainWord(separator, value)) return false;
	if (isReference(raw) || isStandIn(raw) || isTechnical(raw)) return false;
	const assignment = {
		text,
		name,
		separator,
		value,
		constant: /^[A-Z][A-Z0-9_]*$/.test(name.text)
	};
	if (!value.quoted && isCode(raw) && !(assignment.constant && !separator.spaced && !/[([]/.test(raw))) return false;
	if (secretClass === "password" && APP_PASSWORD.test(raw)) return true;
	if (/\s/.test(raw)) return isPhrase(assignment, secretClass);
	if (secretClass !== "password" && secretClass !== "pass" && secretClass !== "secret" && !isKeyText(assignment)) return false;
	if (secretClass === "key" || secretClass === "auth") return isGenerated(assignment, secretClass);
	if (secretClass === "pass") return isPass(assignment);
	return secretClass === "password" ? isPassword(assignment) : isKey(assignment, secretClass);
}
/** In prose a bare word follows the name more often than not: the cheap test comes first. */
function isPlainWord(separator, value) {
	if (value.quoted || separator.style !== "words" && separator.style !== "space") return false;
	return !/[\d!@#$%^&*+=~?]/.test(value.text);
}
/** Several words: only where a name can hold nothing else, for labels and messages are assigned to `password` too. */
function isPhrase({ name, constant, value }, secretClass) {
	if (constant && value.quoted && isRandomWithSpaces(value.text)) return true;
	if (secretClass !== "password" && secretClass !== "secret") return false;
	if (!value.quoted || !(constant || /passphrase/i.test(name.text))) return false;
	return !/\b(?:enter|must|please|required?|invalid|your|password)\b|[.:?]\s|[.:?]$/i.test(value.text);
}
/** Keys and tokens have no brackets and no backslashes: such a value is a pattern or code. A framework's secret key may. */
function isKeyText({ name, value, constant }) {
	if (/[-_]$/.test(value.text) && value.next === ".") return false;
	if (constant && value.quoted && hasRandomSegment(value.text)) return true;
	return /secret/i.test(name.text) || /^[^\s()[\]{}\\<>|"'`]+$/.test(value.text);
}
/** The salts of WordPress: every printable sign, the space too. */
function isRandomWithSpaces(raw) {
	return raw.length >= 32 && raw.replace(/[\w\s]/g, "").length >= 6 && /\d/.test(raw) && /[A-Z]/.test(raw);
}
/** Names that end in plain `key` or `auth`: caches and sorting have such names too. */
function isGenerated({ name, value, constant, separator }, secretClass) {
	if (separator.style === "words") return /^(?:the|my|our|this|new) key$/i.test(name.text) && isStrong(value.text);
	if (separator.style === "pair" || separator.style === "call") return false;
	if (secretClass === "key" && !constant && /^[0-9a-f-]{32,64}$/i.test(value.text)) return false;
	return isStrong(value.text);
}
/** `pass` alone: the verb, and the verdict of a test run, stand before a colon or a space too. */
function isPass(assignment) {
	const { value, separator } = assignment;
	if (/^(?:pass|fail|skipp|ignor)(?:ed|ing|es)?$/i.test(value.text)) return false;
	if (!isPasswordLike(value.text) && !hasUserBefore(assignment)) return false;
	if (separator.style === "assign" || separator.style === "colon" && value.quoted) return isPassword(assignment);
	return separator.style === "argument" && isPassword(assignment);
}
function isPassword(assignment) {
	const { value, separator, constant } = assignment;
	const raw = value.text;
	if (isLabel(raw) || !value.quoted && /^[A-Z][a-z]+!$/.test(raw)) return false;
	const chosen = isPasswordLike(raw);
	switch (separator.style) {
		case "call":
		case "words":
		case "space":
			if (separator.style === "space" && value.quoted && assignment.name.text === "PASSWORD") return raw.length >= 4;
			return chosen && (value.quoted || !(isNumberedWord(raw) || /^[\w.-]+@[\w.-]+$/.test(raw)));
		case "pair": return isSetter(assignment) ? chosen || constant : chosen && raw.length >= 8;
		case "argument": return chosen;
		case "element":
		case "compare": return raw.length >= 4;
		default:
			if (value.quoted) return raw.length >= 4;
			if (constant) return raw.length >= 4 && (!separator.spaced || chosen || endsLine(assignment));
			if (chosen) return !isNumberedWord(raw) && !isIdentifierInCode(assignment);
			return raw.length >= 5 && /^[a-z]+$/i.test(raw) && isOwnLine(assignment) && isSetting(assignment);
	}
}
function isKey(assignment, secretClass) {
	const { value, separator, constant } = assignment;
	const raw = value.text;
	if (isLabel(raw)) return false;
	const generated = isStrong(raw) || raw.length >= 8 && hasRandomSegment(raw);
	const keyLike = generated || isKeyLike(raw);
	switch (separator.style) {
		case "call":
		case "pair": return generated || keyLike && isSetter(assignment);
		case "space": return (generated || value.quoted && keyLike) && raw.length >= 12;
		case "words": return keyLike && (generated || raw.length >= 12 || value.quoted);
		case "compare":
		case "argument":
		case "element": return keyLike;
		default:
			if (constant && !separator.spaced) return raw.length >= 6 && !isSlug(raw);
			if (value.quoted) return keyLike || secretClass === "secret" && raw.length >= 8 && /^[a-z]+$/i.test(raw);
			return keyLike && !isNumberedWord(raw) && (generated || !isIdentifierInCode(assignment));
	}
}
/** Eight or more characters that are not a word with a number. */
function isKeyLike(raw) {
	if (/^(?:[A-Z0-9]{4,6}-){2,6}[A-Z0-9]{4,6}$/.test(raw)) return /\d/.test(raw) && /[A-Z]/.test(raw);
	if (raw.length < 8 || isNumberedWord(raw)) return false;
	if (/^\d+$/.test(raw) || /^[A-Za-z]{20,}$/.test(raw) && !/[a-z][A-Z]/.test(raw)) return true;
	return /\d/.test(raw) && /[A-Za-z]/.test(raw) && !isSlug(raw);
}
function isSlug(raw) {
	return isWords(raw) && /[-_.]/.test(raw);
}
/** Words about secrets rather than one: `userPassword`, `api-token`, `secret.name`. */
function isLabel(raw) {
	if (!isWords(raw) || !/[-_.]|[a-z][A-Z]/.test(raw)) return false;
	return /pass|pwd|secret|token|key|auth|user|name|field|input|text|label|credential|value|string|id\b/i.test(raw);
}
/** `define('DB_PASSWORD', 'x')`, `setenv("API_KEY", "x")`: the call says that the second is the first's value. */
function isSetter({ text, name }) {
	return /(?:define|set|put|env|header|add|append|config|with)\w{0,20}\(?[^(]{0,40}$/i.test(text.slice(Math.max(0, name.start - 48), name.start));
}
/** `password: pw2,` is code: without quotes it is a variable there. */
function isIdentifierInCode({ text, value }) {
	if (/^[;,][ ]?[A-Za-z][\w .]{0,40}=/.test(text.slice(value.end, value.end + 48))) return false;
	return /[,;)]/.test(value.next) && /^[A-Za-z_$][\w$]*$/.test(value.text) && !hasRandomSegment(value.text);
}
/** Also where lines were joined: the next variable follows. */
function endsLine({ text, value }) {
	return /^(?:$|[\n\r"'\\]| [A-Z][A-Z0-9_]{2,40}[:=])/.test(text.slice(value.end, value.end + 48));
}
/** `password=letmein` and `ssh_password: letmein` are settings; `password: hashed` is a property in code. */
function isSetting({ name, separator, value }) {
	return !separator.spaced || name.text.includes("_") && /^[a-z]+$/.test(value.text);
}
/** The assignment is all that stands in its line, or one parameter among others. */
function isOwnLine(assignment) {
	const { text, name, value } = assignment;
	const before = text.slice(Math.max(0, name.start - 12), name.start);
	return (/(?:^|[\n\r?&;]|\\n|export |set |-D|--)[ \t]*$/.test(before) || name.start === 0) && (endsLine(assignment) || /[&;\s]/.test(value.next));
}
/** `{ user: 'x', pass: 'y' }`. */
function hasUserBefore({ text, name, constant }) {
	return constant || /user(?:name)?["'\\]{0,3}[ \t]{0,4}[:=]/i.test(text.slice(Math.max(0, name.start - 100), name.start));
}
//#endregion
//#region ../../src/redaction/secret-names.ts
const setOf = (words) => new Set(words.split(" "));
const PASSWORDS = setOf("password passwd pwd passphrase passcode psk passwort kennwort senha contraseña contrasena requirepass masterauth 密码 密碼 パスワード пароль 비밀번호");
/** Behind the secret word these leave it a secret: `API_KEY_PROD`, `password_old`, `client-key-data`. */
const SUFFIXES = setOf("value string str raw plain plaintext text base64 b64 data prod production dev development stage staging test testing live sandbox local old new current primary secondary default main root admin master v1 v2 v3");
const HARMLESS_BEFORE_TOKEN = setOf("public publishable page next prev previous continuation continue cursor cancellation cancel abort syntax lexer parser design color theme css style bos eos pad unk sep mask cls special stop start end max min num total input output prompt completion cached reasoning per last first current per sync resume upload change start watermark scroll skip change injection di provider");
const HARMLESS_BEFORE_KEY = setOf("public primary foreign cache partition sort row hash map dict object index idempotency idempotent dedup dedupe group query route react list item lookup composite unique natural surrogate translation i18n locale message storage registry hot short shortcut arrow press event state field column property prop attribute config setting sorting grouping order range cluster shard bucket s3 file path name label title context store local session-storage node tree leaf parent child publishable site host known answer enter escape modifier meta alt ctrl shift control menu tab function home delete data option env header cookie param json yaml dynamo redis memo effect render any some every no missing duplicate each which a");
const SECRET_BEFORE_KEY = setOf("api access private secret auth account encryption decryption master signing sign license licence service subscription shared deploy admin app application security webhook hmac jwt preshared psk client consumer rest write ingest integration functions wallet server bearer user role bot openai anthropic secret-access");
const HARMLESS_END = setOf("id ids name names path paths file files filename url uri endpoint arn hash hashes digest checksum fingerprint version ref reference type types kind label prefix suffix count length len size expiry expires expiration ttl policy manager store provider service client server config settings options field column header param parameter key index class error message state status role scope scopes audience issuer algorithm format location region region bucket project account user username owner group tag");
/** Words grown together, as lower-case names have them: `apikey`, `dbpassword`, `clientsecret`. */
const GROWN_KEY = /(?:api|access|private|secret|auth|account|master|license|encryption|preshared|signing|shared)key$/;
const GROWN_PASSWORD = /(?:password|passwd|passphrase|passwort|storepass|keypass|dbpass|userpass|rootpw)$/;
const GROWN_SECRET = /(?:client|app|api|shared|consumer|webhook|signing|jwt|auth|session|cookie|nextauth)secret$/;
const GROWN_TOKEN = /(?:auth|access|api|bot|refresh|id|session|bearer|bearer|oauth|user|deploy|gh|npm)token$/;
const cache = /* @__PURE__ */ new Map();
/** The class of a name such as `DB_PASSWORD`, `apiKey`, `x-api-key`, `spring.datasource.password`; undefined for all others. */
function classifyName(name) {
	if (cache.has(name)) return cache.get(name);
	const found = classifyWords(wordsOf(name));
	if (cache.size > 2e3) cache.clear();
	cache.set(name, found);
	return found;
}
function wordsOf(name) {
	return name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2").toLowerCase().split(/[^\p{L}\d]+/u).filter((word) => word !== "");
}
function classifyWords(words) {
	while (words.length > 1 && (SUFFIXES.has(words.at(-1) ?? "") || /^\d{1,3}$/.test(words.at(-1) ?? ""))) words.pop();
	const last = (words.at(-1) ?? "").replace(/\d{1,2}$/, "");
	const before = words.at(-2) ?? "";
	if (PASSWORDS.has(last) || GROWN_PASSWORD.test(last)) return "password";
	if (last === "pw") return "password";
	if (last === "pass" && words.length <= 5) return passClass(before, words.length);
	if (last === "secret" || GROWN_SECRET.test(last)) return "secret";
	if (last === "base" && before === "key") return "secret";
	if (last === "id" && before === "secret") return "auth";
	if (last === "pat") return words.length > 1 ? "token" : void 0;
	if (last === "token" || last === "jwt" || GROWN_TOKEN.test(last)) return HARMLESS_BEFORE_TOKEN.has(before) ? void 0 : "token";
	if (last === "key" || last === "keys") return keyClass(before, words.at(-3) ?? "");
	if (GROWN_KEY.test(last)) return "api-key";
	if (last === "mnemonic" || last === "phrase" && (before === "seed" || before === "recovery")) return "seed-phrase";
	if (last === "auth" || last === "credential" || last === "credentials" || last === "bearer" || last === "creds") return "auth";
	if (last === "authorization" || last === "otp" || last === "salt") return "auth";
	return secretInside(words, last);
}
/** `todo_secret_do_not_commit`: a secret word somewhere, and an end that does not say what else it is. */
function secretInside(words, last) {
	if (HARMLESS_END.has(last) || words.length < 2) return void 0;
	return words.some((word) => /^(?:secret|password|passwd|token|apikey)$/.test(word)) ? "key" : void 0;
}
function passClass(before, count) {
	if (count === 1) return "pass";
	return /^(?:test|tests|by|one|first|second|third|multi|render|compiler|all|bypass|depth|stencil|may|can|to|will|must|which)$/.test(before) ? void 0 : "password";
}
function keyClass(before, third) {
	if (SECRET_BEFORE_KEY.has(before)) return third === "public" ? void 0 : "api-key";
	return before === "" || HARMLESS_BEFORE_KEY.has(before) ? void 0 : "key";
}
//#endregion
//#region ../../src/redaction/separators.ts
/** A name's closing quote, also escaped as in JSON inside JSON, its bracket, Markdown's bold, an optional mark. */
const CLOSING = String.raw`(?:\\{0,3}["'\u0060])?\]?\*{0,2}[ \t]{0,8}[?!]?`;
const ASSIGN = new RegExp(`${CLOSING}(===?|!==?|=~|:=|=>|\\?\\?=|\\|\\|=|=|:(?![:=])|：)(?:\\*{0,2})[ \\t]{0,8}`, "y");
const TYPED = /[ \t]{0,2}:[ \t]{0,4}[A-Za-z_][\w.<>[\]|?]{0,48}[ \t]{0,4}=(?![=>])[ \t]{0,8}/y;
const VALUE_OF = /(?:\\{0,3}["'])?[ \t]{0,8}[,;]?\s{0,40}(?:\\{0,3}["'])?value(?:\\{0,3}["'])?[ \t]{0,8}[:=][ \t]{0,8}/iy;
const ELEMENT = /(?:["'][^<>"']{0,40})?>\s{0,40}(?=[^\s<])/y;
const PAIR = /\\{0,3}["'\u0060][ \t]{0,8},[ \t]{0,8}(?=\\{0,3}["'\u0060])/y;
const CALL = /\([ \t]{0,8}(?=[rbfuRBFU@$]{0,2}\\{0,3}["'\u0060])/y;
const WORDS = /(?:[ \t]{1,3}(?!is\b|was\b)[\w'’().@/-]{1,24}){0,5}(?:[ \t]{1,3}(?:is|was|are|=|:|->|→|ist|es|est)[ \t]{0,3}(?:now|set to|just|simply)?:?|[ \t]{0,3}(?:是|为|為|は|：|:))[ \t]{0,3}/y;
const SPACE = /[ \t]{1,8}/y;
/** The readings of what follows a name, the surest first. Empty when nothing there separates. */
function readSeparator(text, name) {
	const before = text[name.start - 1];
	const at = (pattern) => endOf$1(pattern, text, name.end);
	const typed = at(TYPED);
	if (typed !== void 0 && !hasRandomSegment(text.slice(name.end, typed))) return [{
		style: "assign",
		end: typed,
		spaced: true
	}];
	const listed = at(VALUE_OF);
	if (listed !== void 0) return [{
		style: "assign",
		end: listed,
		spaced: false
	}];
	const assign = at(ASSIGN);
	if (assign !== void 0) return [assignment(text, name, assign)];
	const found = [];
	const add = (style, end) => {
		if (end !== void 0) found.push({
			style,
			end,
			spaced: true
		});
	};
	add("pair", at(PAIR));
	add("call", at(CALL));
	if (before === "<" || text[name.end] === "\"") add("element", at(ELEMENT));
	if (found.length > 0) return found;
	const space = at(SPACE);
	if (name.text.startsWith("-") || before === "-") add("argument", space);
	else {
		add("words", at(WORDS));
		add("space", space);
	}
	return found;
}
function assignment(text, name, end) {
	const written = text.slice(name.end, end);
	const spaced = /[ \t]/.test(written);
	if (/[=!]=|=~/.test(written)) return {
		style: "compare",
		end,
		spaced
	};
	return {
		style: /[:：]/.test(written) && !written.includes("=") ? "colon" : "assign",
		end,
		spaced
	};
}
function endOf$1(pattern, text, at) {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : void 0;
}
//#endregion
//#region ../../src/redaction/value-reader.ts
/** A longer value is judged by its beginning, and taken whole. */
const JUDGED_CHARS$1 = 256;
const LONGEST_QUOTED = 8192;
/** Another name where the value should be: `token=token=…`. It has its own turn. */
const NEXT_NAME = /[\w.-]{0,40}(?:pass|pwd|secret|token|key|auth|密码|密碼)[\w.-]{0,40}[=:：]/iy;
const OPENING = /[rbfuRBFU@$]{0,2}(\\{0,3})("""|'''|["'\u0060])/y;
const BARE = new RegExp(String.raw`(?:[^\s"'\u0060<>\\]|\\(?![nrtu"'\\])){1,${JUDGED_CHARS$1}}`, "y");
const BARE_REST = /(?:[^\s"'`<>\\]|\\(?![nrtu"'\\]))*/y;
const BLOCK_SCALAR = /[|>][-+]?[ \t]{0,4}(?:\r?\n)?[ \t]{1,40}/y;
const FOUR_WORDS = /[a-z]{4}(?: [a-z]{4}){3}(?=$|[\n\r"'.,;)])/y;
/** A quoted token that a terminal has wrapped: full lines up to the closing quote. */
const WRAPPED = /(?:[A-Za-z0-9+/=_.-]{16,2000}\r?\n[ \t]{0,40}){1,40}[A-Za-z0-9+/=_.-]{0,2000}(?=\\?["'`])/y;
const ELEMENT_TEXT = /[^\s<>]{1,512}(?=\s{0,40}<\/)/y;
const SEED_WORDS = /[a-z]{3,8}(?:[ \t]{1,3}[a-z]{3,8}){11,23}/y;
/** The value behind a separator; undefined when there is none on the same line. */
function readValue(text, separator, secretClass) {
	if (secretClass === "seed-phrase") return readSeedPhrase(text, separator.end);
	FOUR_WORDS.lastIndex = separator.end;
	if (secretClass === "password" && FOUR_WORDS.test(text)) return valueAt(text, separator.end, FOUR_WORDS.lastIndex, true);
	if (separator.style === "element") return readElement(text, separator.end);
	BLOCK_SCALAR.lastIndex = separator.end;
	if (separator.style === "colon" && BLOCK_SCALAR.test(text)) return readBare(text, BLOCK_SCALAR.lastIndex);
	OPENING.lastIndex = separator.end;
	const opening = OPENING.exec(text);
	if (opening !== null) return readQuoted(text, OPENING.lastIndex, opening[1] ?? "", opening[2] ?? "");
	return separator.style === "pair" || separator.style === "call" || separator.style === "compare" ? void 0 : readBare(text, separator.end);
}
function readQuoted(text, start, backslashes, quote) {
	const end = backslashes === "" ? closingQuote(text, start, quote) : closingEscaped(text, start, backslashes + quote);
	if (end === void 0) {
		const bare = readBare(text, start);
		WRAPPED.lastIndex = start;
		if (WRAPPED.test(text)) return unwrapped(valueAt(text, start, WRAPPED.lastIndex, true));
		return bare === void 0 ? void 0 : {
			...bare,
			quoted: true
		};
	}
	return valueAt(text, start, end, true);
}
/** The unescaped quote on the same line. */
function closingQuote(text, start, quote) {
	const first = quote.charCodeAt(0);
	for (let index = start; index < text.length && index - start <= LONGEST_QUOTED; index += 1) {
		const code = text.charCodeAt(index);
		if (code === 10) return void 0;
		if (code === 92) index += 1;
		else if (code === first && (quote.length === 1 || text.startsWith(quote, index))) return index;
	}
}
function closingEscaped(text, start, closing) {
	const line = text.slice(start, start + LONGEST_QUOTED);
	const end = line.indexOf(closing);
	return end === -1 || line.slice(0, end).includes("\n") ? void 0 : start + end;
}
function readBare(text, start) {
	NEXT_NAME.lastIndex = start;
	if (NEXT_NAME.test(text)) return void 0;
	BARE.lastIndex = start;
	const run = BARE.exec(text)?.[0];
	if (run === void 0) return void 0;
	return valueAt(text, start, start + ownLength(run), false);
}
/** Without what belongs to the surroundings: the next parameter, a list's comma, a bracket that was opened before. */
function ownLength(run) {
	const stop = /;|&&|&[\w.-]{1,40}=|,[\w."'-]{1,40}[=:]|\|\|/.exec(run);
	let length = stop === null ? run.length : stop.index;
	for (let steps = 0; steps < 12 && length > 0 && isSurplus(run, length - 1); steps += 1) length -= 1;
	return length;
}
function isSurplus(run, last) {
	const character = run[last] ?? "";
	if (".,;:，。".includes(character)) return true;
	const opening = {
		")": "(",
		"]": "[",
		"}": "{"
	}[character];
	return opening !== void 0 && !run.slice(0, last).includes(opening);
}
/** `<password>x</password>`; `<PASSWORD>` without an end is a stand-in. */
function readElement(text, at) {
	ELEMENT_TEXT.lastIndex = at;
	return ELEMENT_TEXT.test(text) ? valueAt(text, at, ELEMENT_TEXT.lastIndex, true) : void 0;
}
function readSeedPhrase(text, at) {
	const start = at + (/^\\?["'`]/.exec(text.slice(at, at + 2))?.[0].length ?? 0);
	SEED_WORDS.lastIndex = start;
	return SEED_WORDS.test(text) ? valueAt(text, start, SEED_WORDS.lastIndex, true) : void 0;
}
function valueAt(text, start, end, quoted) {
	if (end <= start) return void 0;
	return {
		text: text.slice(start, Math.min(end, start + JUDGED_CHARS$1)),
		start,
		end,
		quoted,
		next: text[end] ?? ""
	};
}
function unwrapped(value) {
	return value === void 0 ? void 0 : {
		...value,
		text: value.text.replace(/\s/g, "")
	};
}
/** The end of a value that was accepted: a bare one may go on behind what was judged. */
function wholeEnd(text, value) {
	if (value.quoted || value.end - value.start < JUDGED_CHARS$1) return value.end;
	BARE_REST.lastIndex = value.end;
	return BARE_REST.test(text) ? BARE_REST.lastIndex : value.end;
}
//#endregion
//#region ../../src/redaction/assignments.ts
/** Every name that may promise a secret holds one of these. */
const KEYWORD = /pass|pwd|psk|secret|token|jwt|key|auth|cred|_pat|pw|bearer|mnemonic|phrase|otp|salt|kennwort|senha|contrase|masterauth/gi;
/** Apart, since ignoring case beyond ASCII is slow. */
const FOREIGN_KEYWORD = /密码|密碼|パスワード|[Пп]ароль|비밀번호/g;
const LONGEST_NAME = 100;
/** In prose a name is two words: `API key: …`, `seed phrase`, but also `next token`. */
const ONE_WORD = /^(?:key|keys|token|secret|phrase)$/i;
const WORD_BEFORE = /(?:^|[^\w])([A-Za-z]{2,14}[ ])$/;
/** Secrets by the name they are assigned to: `DB_PASSWORD=…`, `"apiKey": "…"`, `--token …`, `password is …`. */
function* findAssignments(text) {
	yield* findNamed(text, KEYWORD);
	if (/[^\0-\x7f]/.test(text)) yield* findNamed(text, FOREIGN_KEYWORD);
}
function* findNamed(text, pattern) {
	const keyword = new RegExp(pattern);
	for (let match = keyword.exec(text); match !== null; match = keyword.exec(text)) {
		const name = nameAround(text, match.index, match.index + match[0].length);
		keyword.lastIndex = Math.max(name.end, match.index + match[0].length);
		const secretClass = classifyName(name.text);
		if (secretClass === void 0) continue;
		const detection = detectionBehind(text, name, secretClass);
		if (detection === void 0) continue;
		yield detection;
		keyword.lastIndex = Math.max(keyword.lastIndex, detection.end);
	}
}
function detectionBehind(text, name, secretClass) {
	for (const separator of readSeparator(text, name)) {
		const value = readValue(text, separator, secretClass);
		if (value === void 0) continue;
		if (isSecretAssignment(text, name, secretClass, separator, value)) return {
			start: value.start,
			end: wholeEnd(text, value),
			kind: kindOf$1(secretClass, name)
		};
		if (isFinal(separator)) return void 0;
	}
}
/** Behind `=` and `:` nothing else can follow; weaker separators are tried one after the other. */
function isFinal(separator) {
	return separator.style === "assign" || separator.style === "colon";
}
function kindOf$1(secretClass, name) {
	if (secretClass === "key") return "api-key";
	if (secretClass === "auth") return "credential";
	if (secretClass === "pass") return "password";
	if (secretClass === "api-key" && /private|preshared/i.test(name.text)) return "private-key";
	return secretClass;
}
/** The whole name around a keyword, at most `LONGEST_NAME` units to each side. */
function nameAround(text, from, to) {
	let start = from;
	let end = to;
	while (start > 0 && from - start < LONGEST_NAME && isNameCode(text.charCodeAt(start - 1))) start -= 1;
	while (end < text.length && end - to < LONGEST_NAME && isNameCode(text.charCodeAt(end))) end += 1;
	while (end > to && !isWordCode(text.charCodeAt(end - 1))) end -= 1;
	if (text[start - 1] === "\\" && start < from && /[nrt]/.test(text[start] ?? "")) start += 1;
	const own = text.slice(start, end);
	const prefix = (ONE_WORD.test(own) ? WORD_BEFORE.exec(text.slice(Math.max(0, start - 20), start)) : null)?.[1] ?? "";
	return {
		text: prefix + own,
		start: start - prefix.length,
		end
	};
}
function isWordCode(code) {
	return code >= 48 && code <= 57 || code >= 65 && code <= 90 || code >= 97 && code <= 122;
}
function isNameCode(code) {
	return isWordCode(code) || code === 95 || code === 45 || code === 46;
}
//#endregion
//#region ../../src/redaction/commands.ts
const VALUE = String.raw`("[^"\n]{1,256}"|'[^'\n]{1,256}'|[^\s"'|;&<>\\]{1,256})`;
const LINE = String.raw`[^\n|;&]{0,200}?`;
const GAP = String.raw`[ \t]{1,4}`;
const WORD = String.raw`\S{1,200}`;
const flag = (programs, before, sure = true) => ({
	programs: programs.split(" "),
	pattern: new RegExp(before + VALUE, "y"),
	sure
});
const FLAGS = [
	flag("sshpass", String.raw`${LINE}\s-p[ \t]?`),
	flag("mysql mysqldump mysqladmin mysqlimport mysqlcheck mariadb mariadb-dump", String.raw`${LINE}\s-p(?![ \t])`),
	flag("docker podman nerdctl", String.raw` login${LINE}\s-p${GAP}`),
	flag("helm", String.raw` (?:registry login|repo add)${LINE}\s-p${GAP}`),
	flag("mongosh mongo mongodump mongorestore mongoexport", String.raw`${LINE}\s-p${GAP}`),
	flag("redis-cli", String.raw`${LINE}\s-a${GAP}`),
	flag("ldapsearch ldapadd ldapmodify ldapwhoami", String.raw`${LINE}\s-w${GAP}`),
	flag("zip unzip", String.raw`${LINE}\s-P${GAP}`),
	flag("7z 7za", String.raw`${LINE}\s-p(?![ \t])`),
	flag("sqlcmd bcp", String.raw`${LINE}\s-P[ \t]{0,4}`),
	flag("az", String.raw` login${LINE}\s-p${GAP}`),
	flag("htpasswd", `${GAP}-\\w{0,4}b\\w{0,4}${GAP}${WORD}${GAP}${WORD}${GAP}`),
	flag("rabbitmqctl", ` (?:add_user|change_password)${GAP}${WORD}${GAP}`),
	flag("xfreerdp", String.raw`${LINE}\s/p:`),
	flag("ngrok", String.raw`${LINE}\s(?:authtoken|add-authtoken)${GAP}`, false),
	flag("vault", ` login${GAP}(?!-)`, false),
	flag("doctl heroku", String.raw`${LINE}\s-t${GAP}`, false),
	flag("mc", ` alias set${GAP}${WORD}${GAP}${WORD}${GAP}${WORD}${GAP}`),
	flag("ssh-keygen", String.raw`${LINE}\s-N${GAP}`),
	flag("gh", String.raw` secret set${LINE}\s(?:-b|--body)[ \t=]{1,4}`),
	flag("openssl", String.raw`${LINE}\s(?:-(?:passin|passout|k)${GAP})?pass:`)
];
const PROGRAM = new RegExp(`(?<![\\w.-])(?:${FLAGS.flatMap(({ programs }) => programs).sort((a, b) => b.length - a.length).join("|")})(?![\\w-])`, "g");
/** `curl -u user:password`, `--user`, smbclient's `-U user%password`; either part may have quotes of its own. */
const USER_PASSWORD = /(?<![\w-])(?:-u|--user|--proxy-user|-U)(?:[ \t]{1,4}|=)?["']?[\w.@+{}-]{0,100}["']?([:%])["']?([^\s"'\\]{3,256})/g;
/** A token instead of the user, with no password. */
const USER_TOKEN = /(?<![\w-])(?:-u|--user)(?:[ \t]{1,4}|=)?["']?([^\s"':$<{]{8,256}):(?=["'\s]|$)/g;
/** `credentials: admin:secret`, `login admin / secret`. */
const CREDENTIAL_PAIR = /\b(?:credentials?|creds|login|user(?:name)?\/password)[ \t]{0,3}(?:[:=]|is|are)[ \t]{0,3}["'`]?[\w.@+-]{1,64}[ ]?[:/][ ]?([^\s"'`\\/]{6,128})/gi;
const PIPED = /\becho[ \t]{1,4}(?:-n[ \t]{1,4}|-e[ \t]{1,4})?("[^"\n]{3,256}"|'[^'\n]{3,256}'|[^\s"'|;&<>]{3,256})[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4}(?:-\w{1,4}[ \t]{1,4}){0,3}-\w{0,2}S|(?:docker|podman|helm)[^\n|;&]{0,200}--password-stdin|gh[ \t]{1,4}auth[ \t]{1,4}login|(?:sudo[ \t]{1,4})?(?:chpasswd|passwd)\b|gpg[^\n|;&]{0,200}--passphrase-fd|openssl[^\n|;&]{0,200}stdin)/g;
const SQL = /identified(?:[ \t]{1,4}with[ \t]{1,4}\S{1,60})?[ \t]{1,4}(?:by|as)[ \t]{1,4}["']([^"'\n]{3,256})["']/gi;
const SECURE_STRING = /ConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?["']([^"'\n]{3,256})["']/gi;
const INPUT_VALUE = /type=["']password["'][^<>\n]{0,200}?\svalue=["']([^"'\n]{3,256})["']/gi;
/** Passwords that programs take as plain arguments, and in SQL. */
function* findCommandSecrets(text) {
	yield* findFlags(text);
	if (/[ \t]-u|--(?:proxy-)?user|[ \t]-U/.test(text)) yield* findUserPasswords(text);
	if (/cred|login|\/password/i.test(text)) yield* findCredentialPairs(text);
	if (text.includes("echo")) yield* matches(text, PIPED, true);
	if (/identified/i.test(text)) yield* matches(text, SQL, true);
	if (/securestring/i.test(text)) yield* matches(text, SECURE_STRING, true);
	if (/type=["']password/i.test(text)) yield* matches(text, INPUT_VALUE, true);
}
function* findFlags(text) {
	for (const program of text.matchAll(PROGRAM)) for (const { programs, pattern, sure } of FLAGS) {
		if (!programs.includes(program[0])) continue;
		pattern.lastIndex = program.index + program[0].length;
		const match = pattern.exec(text);
		if (match !== null) yield* passwordOf(match, sure);
	}
}
function* matches(text, pattern, sure) {
	for (const match of text.matchAll(pattern)) yield* passwordOf(match, sure);
}
function* passwordOf(match, sure) {
	const written = match[1] ?? match[2] ?? "";
	const quoted = /^["']/.test(written);
	const inner = quoted ? written.slice(1, -1) : written;
	const value = match[0].includes("chpasswd") ? inner.slice(inner.indexOf(":") + 1) : inner;
	if (value.length < 3 || isReference(value) || isStandIn(value) || !sure && !isStrong(value)) return;
	if (!quoted && /^[-/]/.test(value)) return;
	const start = match.index + match[0].lastIndexOf(value);
	yield {
		start,
		end: start + value.length,
		kind: "password"
	};
}
function* findCredentialPairs(text) {
	for (const match of text.matchAll(CREDENTIAL_PAIR)) {
		const value = withoutTrailing(match[1] ?? "", ".,;)");
		if (!isPasswordLike(value) || isReference(value) || isStandIn(value)) continue;
		const start = match.index + match[0].length - (match[1] ?? "").length;
		yield {
			start,
			end: start + value.length,
			kind: "password"
		};
	}
}
function* findUserPasswords(text) {
	for (const match of text.matchAll(USER_TOKEN)) {
		const user = match[1] ?? "";
		if (!(hasRandomSegment(user) || /[!#$%^&*]/.test(user)) || isStandIn(user) || isReference(user)) continue;
		const start = match.index + match[0].length - user.length - 1;
		yield {
			start,
			end: start + user.length,
			kind: "password"
		};
	}
	for (const match of text.matchAll(USER_PASSWORD)) {
		const value = withoutTrailing(match[2] ?? "", ".,;)");
		if (match[1] === "%" && !match[0].startsWith("-U")) continue;
		if (isReference(value) || isStandIn(value) || isTechnical(value) || /^\d{1,5}$/.test(value)) continue;
		const generated = hasRandomSegment(value) || /[a-z][A-Z]{2}|[A-Z][a-z][A-Z]/.test(value);
		if (!isPasswordLike(value) && !generated && !(isWords(value) && isHttpClient(text, match.index))) continue;
		const start = match.index + match[0].length - (match[2] ?? "").length;
		yield {
			start,
			end: start + value.length,
			kind: "password"
		};
	}
}
/** In the same command; its lines may end in a backslash. */
function isHttpClient(text, at) {
	return /\b(?:curl|http|wget|httpie)\b(?:[^\n|;&]|\\\r?\n){0,400}$/.test(text.slice(Math.max(0, at - 440), at));
}
//#endregion
//#region ../../src/redaction/placeholder.ts
/** The stand-in of a redacted secret: `[redacted:github-token:1]`. Kind in kebab case, number from 1 within its kind. */
function placeholder(kind, number) {
	return `[redacted:${kind}:${number}]`;
}
/** Short words only: a key of 20 or more characters cannot be smuggled through as the name of a kind. */
const PLACEHOLDER = /\[redacted:((?=[a-z0-9-]{2,32}:)[a-z0-9]{1,12}(?:-[a-z0-9]{1,12}){0,4}):([1-9]\d{0,5})\]/g;
/** The placeholders that already stand in a text, in its order. */
function findPlaceholders(text) {
	if (!text.includes("[redacted:")) return [];
	return Array.from(text.matchAll(PLACEHOLDER), (match) => ({
		start: match.index,
		end: match.index + match[0].length,
		kind: match[1] ?? "",
		number: Number(match[2])
	}));
}
/** The text with its placeholders starred out, offsets unchanged: for every rule they then look like masked values. */
function maskPlaceholders(text) {
	if (!text.includes("[redacted:")) return text;
	return text.replace(PLACEHOLDER, (found) => "*".repeat(found.length));
}
//#endregion
//#region ../../src/redaction/detection.ts
/**
* One list without overlaps, in the text's order. Of equal ranges the first detection stands (detectors run from specific to
* general); a wider range swallows those inside; ranges that only overlap become one.
*/
function mergeDetections(detections) {
	const ordered = detections.filter((detection) => detection.end > detection.start).map((detection, rank) => ({
		detection,
		rank
	})).sort((a, b) => a.detection.start - b.detection.start || b.detection.end - a.detection.end || a.rank - b.rank);
	const merged = [];
	for (const { detection } of ordered) {
		const last = merged.at(-1);
		if (last === void 0 || detection.start >= last.end) merged.push(detection);
		else if (detection.end > last.end) merged[merged.length - 1] = {
			...last,
			end: detection.end
		};
	}
	return merged;
}
/**
* The detections without the placeholders that are already in the text, so that redacting twice changes nothing; what stands
* beside a placeholder in a detected range stays detected.
*/
function outsidePlaceholders(text, detections) {
	const placeholders = findPlaceholders(text);
	if (placeholders.length === 0) return [...detections];
	const result = [];
	let next = 0;
	for (const detection of detections) {
		let start = detection.start;
		while (next < placeholders.length && (placeholders[next]?.end ?? 0) <= start) next += 1;
		for (let index = next; index < placeholders.length; index += 1) {
			const placeholder = placeholders[index];
			if (placeholder === void 0 || placeholder.start >= detection.end) break;
			addTrimmed(result, text, {
				...detection,
				start,
				end: placeholder.start
			});
			start = placeholder.end;
		}
		addTrimmed(result, text, {
			...detection,
			start
		});
	}
	return result;
}
/** Punctuation alone is no secret: what is left of `a=[redacted:…]; b=[redacted:…]` stays. */
function addTrimmed(result, text, detection) {
	let { start, end } = detection;
	while (start < end && !isWordCharacter(text.charCodeAt(start))) start += 1;
	while (end > start && !isWordCharacter(text.charCodeAt(end - 1))) end -= 1;
	const whole = start === detection.start && end === detection.end;
	if (end - start > 0) result.push(whole ? detection : {
		...detection,
		start,
		end
	});
}
function isWordCharacter(code) {
	return code >= 48 && code <= 57 || code >= 65 && code <= 90 || code >= 97 && code <= 122 || code > 127;
}
//#endregion
//#region ../../src/redaction/files.ts
const NETRC = /\b(?:machine[ \t]+\S{1,200}|default)\s{1,8}login\s{1,8}\S{1,200}\s{1,8}(?:account\s{1,8}\S{1,100}\s{1,8})?password\s{1,8}(\S{2,400})/g;
const PGPASS = /(?<![\w.*/:-])[\w.*-]{1,200}:(?:5432|5433|6432|6543|\*):[\w.*-]{1,100}:[\w.*@-]{1,100}:([^\s"'\u0060\\]{3,200})(?=[\s"'\u0060\\]|$)/g;
const NPM_AUTH = /(?:^|[\n:]|\\n)_(?:authToken|auth|password)=[ \t]{0,4}"?([^\s"'$<{\\]{6,1000})/g;
const DOCKER_AUTH = /\\?"(?:auth|identitytoken)\\?"\s{0,8}:\s{0,8}\\?"([A-Za-z0-9+/=_.-]{8,4000})\\?"/g;
const KUBERNETES_SECRET = /kind\\?["']?:[ \t]{0,4}\\?["']?[Ss]ecret\b(?!-)/g;
const DATA_BLOCK = /(?:^|\n|\\n|[,{])([ \t]{0,20})["']?(?:data|stringData)["']?:[ \t]{0,4}\{?/g;
const DATA_ENTRY = /(?:(?:\n|\\n)[ \t]{0,30}#[^\n\\]{0,200}){0,20}(?:\n|\\n|[{,])([ \t]{0,30})["']?[\w.-]{1,200}["']?:[ \t]{1,4}(?:[|>][-+]?[ \t]{0,4}(?:\n|\\n)[ \t]{0,30})?["']?([^\s"',{}\\]{4,8192})/gy;
const CONNECTION_PART = /(?:AccountKey|SharedAccessKey|SharedAccessSignature|SharedSecretIssuer|PrimaryKey|Pwd)=([^;\s"'<>]{3,1000})/g;
const WIFI_PSK = /\bpsk="([^"\n]{6,64})"/g;
const LARAVEL_KEY = /APP_KEY=(base64:[A-Za-z0-9+/=]{20,})/g;
const CISCO = /\b(?:password|secret)[ \t]{1,4}(?:\d{1,2}[ \t]{1,4})([0-9A-F]{8,128}|\$\d\$[^\s"'`\\]{8,200})(?=[\s"'`\\]|$)/gi;
/** Longest stretch behind `kind: Secret` in which its data is looked for. */
const MANIFEST_CHARS = 2e4;
/** Secrets in files of known formats, where no telling name stands before the value. */
function* findFileSecrets(text) {
	if (text.includes("login")) yield* groups(text, NETRC, "password");
	if (/:(?:5432|5433|6432|6543|\*):/.test(text)) yield* groups(text, PGPASS, "password");
	if (text.includes("_auth") || text.includes("_password")) yield* groups(text, NPM_AUTH, "npm-token");
	if (/"(?:auth|identitytoken)\\?"/.test(text)) yield* groups(text, DOCKER_AUTH, "docker-auth");
	if (/Key=|Signature=|Issuer=|Pwd=/.test(text)) yield* groups(text, CONNECTION_PART, "connection-key");
	if (text.includes("psk=")) yield* groups(text, WIFI_PSK, "password");
	if (text.includes("APP_KEY=")) yield* groups(text, LARAVEL_KEY, "api-key");
	if (/password \d|secret \d/.test(text)) yield* groups(text, CISCO, "password");
	if (text.includes("ecret")) yield* findKubernetesSecrets(text);
}
function* groups(text, pattern, kind) {
	for (const match of text.matchAll(pattern)) {
		const value = match[1] ?? "";
		if (isReference(value) || isStandIn(value)) continue;
		const start = match.index + match[0].lastIndexOf(value);
		yield {
			start,
			end: start + value.length,
			kind
		};
	}
}
/** Every entry under `data:` or `stringData:` of a Kubernetes Secret, whatever its name. */
function* findKubernetesSecrets(text) {
	let done = 0;
	const endOf = manifestEnds(text);
	for (const manifest of text.matchAll(KUBERNETES_SECRET)) {
		const from = Math.max(done, manifest.index - 2e3);
		const to = endOf(manifest.index + manifest[0].length);
		if (to <= from) continue;
		done = to;
		const part = text.slice(from, to);
		for (const block of part.matchAll(DATA_BLOCK)) {
			const indent = (block[1] ?? "").length;
			yield* dataEntries(part, block.index + block[0].length, indent, from);
		}
	}
}
function* dataEntries(part, at, indent, offset) {
	DATA_ENTRY.lastIndex = part[at - 1] === "{" ? at - 1 : at;
	for (let entry = DATA_ENTRY.exec(part); entry !== null; entry = DATA_ENTRY.exec(part)) {
		if ((entry[1] ?? "").length <= indent && part[at - 1] !== "{") return;
		const value = entry[2] ?? "";
		const end = offset + entry.index + entry[0].length;
		if (!isReference(value) && !isStandIn(value)) yield {
			start: end - value.length,
			end,
			kind: "kubernetes-secret"
		};
		if (/["']/.test(part[DATA_ENTRY.lastIndex] ?? "")) DATA_ENTRY.lastIndex += 1;
	}
}
/** Ends of manifests: the next `---` line, or `MANIFEST_CHARS` on. Positions must be asked in rising order. */
function manifestEnds(text) {
	const separators = Array.from(text.matchAll(/\n---/g), (match) => match.index);
	let next = 0;
	return (from) => {
		while (next < separators.length && (separators[next] ?? 0) < from) next += 1;
		return Math.min(separators[next] ?? text.length, text.length, from + MANIFEST_CHARS);
	};
}
//#endregion
//#region ../../src/redaction/headers.ts
/** `Authorization: Bearer x`, also quoted, also as a property: the scheme and what stands behind it. */
const AUTHORIZATION = /(?:proxy-)?authorization\\{0,3}["'\u0060]?\]?[ \t]{0,4}(?:[:=,]|=>)[ \t]{0,4}(?:\\{0,3}["'\u0060]|[rbfu]["'])?(?:(Bearer|Basic|Token|ApiKey|Api-Key|Key|SSWS|GoogleLogin auth=|GenieKey|Splunk|Bot|DeepL-Auth-Key|JWT)[ \t]{1,4}(?:token=)?)?(?:\\{0,3}["']?)([^\s"'\u0060\\<>,;]{4,8192})/gi;
/** Schemes whose credential is a list of parameters. */
const AUTHORIZATION_LIST = /authorization["'\u0060]?[ \t]{0,4}:[ \t]{0,4}["'\u0060]?(?:Digest|OAuth|Hawk|Signature|NTLM|Negotiate|AWS4-HMAC-SHA256|AWS)[ \t]{1,4}([^\n\u0060\\]{8,4096})/gi;
const LIST_SECRET = /(?:response|cnonce|nonce|opaque|mac|Signature|signature|oauth_token|oauth_signature|oauth_consumer_key)=["']?([A-Za-z0-9+/=%_:.-]{8,})|^([A-Za-z0-9+/=]{16,}|[A-Z0-9]{8,}:[A-Za-z0-9+/=]{16,})/g;
const BEARER = /\bBearer[ \t]{1,4}([A-Za-z0-9._~+/=-]{12,8192})/gi;
const BASIC = /\bBasic[ \t]{1,4}([A-Za-z0-9+/]{8,4096}={0,2})/gi;
const COOKIE = /(?<![A-Za-z0-9_])(?:set-)?cookie2?\\{0,3}["'\u0060]?\]?[ \t]{0,4}(?:[:=,]|=>)[ \t]{0,4}\\{0,3}["'\u0060]?([^\n"'\u0060\\]{3,8192})/gi;
const COOKIE_FLAG = /(?<![\w-])(?:-b|--cookie)(?:[ \t]{1,4}|=)["']?([\w.-]{1,60}=[^\n"']{6,4096})/g;
const COOKIE_PAIR = /(?<![\w.$-])([\w.$-]{1,80})=([^;\s,]{4,})/g;
const SESSION_COOKIE = /sess|sid\b|auth|token|jwt|login|csrf|xsrf|remember|identity|access|refresh/i;
const COOKIE_ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;
/** Credentials in HTTP headers, wherever headers are written: requests, curl calls, code, logs. */
function* findHeaderSecrets(text) {
	if (/authorization/i.test(text)) {
		yield* credentials(text, AUTHORIZATION, 2, "authorization", isCredential);
		yield* listCredentials(text);
	}
	if (/bearer/i.test(text)) yield* credentials(text, BEARER, 1, "bearer-token", isBearer);
	if (/basic/i.test(text)) yield* credentials(text, BASIC, 1, "basic-auth", isBasic);
	if (/cookie/i.test(text)) yield* cookies(text, COOKIE);
	if (text.includes("-b ") || text.includes("--cookie")) yield* cookies(text, COOKIE_FLAG);
}
function* credentials(text, pattern, group, kind, accept) {
	for (const match of text.matchAll(pattern)) {
		const value = withoutTrailing(match[group] ?? "", ".,)]}");
		const scheme = group === 2 ? (match[1] ?? "").toLowerCase() : "";
		if (isReference(value) || isStandIn(value) || !accept(value, scheme)) continue;
		const start = match.index + match[0].length - (match[group] ?? "").length;
		yield {
			start,
			end: start + value.length,
			kind: kindOfScheme(scheme, kind)
		};
	}
}
function kindOfScheme(scheme, kind) {
	if (scheme === "bearer" || scheme === "bot" || scheme === "token") return "bearer-token";
	return scheme === "basic" ? "basic-auth" : kind;
}
/** Behind a scheme nearly everything is a credential; without one, only what looks generated. */
function isCredential(value, scheme) {
	if (/[{}()[\]<>|]/.test(value)) return false;
	if (scheme === "basic") return isBasic(value) || isPasswordLike(value);
	if (scheme !== "") return value.length >= 6 && (hasRandomSegment(value) || isPasswordLike(value));
	if (isStrong(value) || value.length >= 16 && isPasswordLike(value)) return true;
	return value.length >= 8 && hasRandomSegment(value) && !isTechnical(value);
}
function isBearer(value) {
	return isStrong(value) || hasRandomSegment(value) || /^(?=[^0-9]*\d)[A-Za-z0-9._~+/=-]{16,}$/.test(value);
}
/** Base64 of `user:password`. */
function isBasic(value) {
	if (value.length < 8 || /^[A-Z]?[a-z]+$/.test(value)) return false;
	try {
		const decoded = atob(withoutTrailing(value, "="));
		return /^[\x20-\x7e\x80-\xff]+$/.test(decoded) && decoded.includes(":");
	} catch (error) {
		if (error instanceof Error) return false;
		throw error;
	}
}
function* listCredentials(text) {
	for (const match of text.matchAll(AUTHORIZATION_LIST)) {
		const list = match[1] ?? "";
		const listStart = match.index + match[0].length - list.length;
		for (const part of list.matchAll(LIST_SECRET)) {
			const secret = part[1] ?? part[2] ?? "";
			const start = listStart + part.index + part[0].indexOf(secret);
			yield {
				start,
				end: start + secret.length,
				kind: "authorization"
			};
		}
	}
}
/** Cookie by cookie, so that harmless ones (`theme=dark`) and attributes stay readable. */
function* cookies(text, pattern) {
	for (const match of text.matchAll(pattern)) {
		const list = match[1] ?? "";
		const listStart = match.index + match[0].length - list.length;
		for (const pair of list.matchAll(COOKIE_PAIR)) {
			const value = withoutTrailing(pair[2] ?? "", ")]},.");
			if (!isCookieSecret(pair[1] ?? "", value)) continue;
			const start = listStart + pair.index + pair[0].length - (pair[2] ?? "").length;
			yield {
				start,
				end: start + value.length,
				kind: "cookie"
			};
		}
	}
}
function isCookieSecret(name, value) {
	if (COOKIE_ATTRIBUTE.test(name) || isReference(value) || isStandIn(value)) return false;
	if (SESSION_COOKIE.test(name)) return value.length >= 6 && /\d/.test(value);
	return value.length >= 12 && (hasRandomSegment(value) || isStrong(value));
}
//#endregion
//#region ../../src/redaction/views.ts
const ESCAPED = /\\(?:["n]|u00[0-9a-fA-F]{2})/;
const ESCAPE = /\\(?:([nrt"'`/\\])|u([0-9a-fA-F]{4}))/g;
const UNESCAPED = {
	n: "\n",
	r: "\r",
	t: "	"
};
/** JSON in JSON in JSON: tool arguments inside a record inside a log. */
const MOST_ESCAPE_LEVELS = 3;
/** What listings, searches, quotations and diffs put before a line, and the CR of a CRLF. */
const DECORATION = /\r(?=\n)|(?<=^|\n)[ \t]{0,8}(?:\d{1,6}(?:[ \t]{0,2}[\t→|]|:[ ]?)|[\w./@+-]{1,120}[:-]\d{1,6}[:-]|[>|][ ]?|\+(?!\+\+))/g;
/**
* Runs detectors over a text and over what it was before it was escaped (JSON in a string) or decorated (line numbers, `>`,
* `+`): a key's lines, or a name and its value, belong together there. Most texts are neither.
*/
function overViews(detectors) {
	return function* detect(text) {
		for (const view of viewsOf(text)) for (const detector of detectors) for (const found of detector(view.text)) yield moved$1(found, view);
	};
}
function moved$1(detection, view) {
	return {
		...detection,
		start: view.start(detection.start),
		end: view.end(detection.end)
	};
}
/** Whether a text has views besides itself. */
function isDressed(text) {
	return ESCAPED.test(text) || text.search(DECORATION) !== -1;
}
function viewsOf(text) {
	const same = (offset) => offset;
	const views = [{
		text,
		start: same,
		end: same
	}];
	let last = views[0];
	for (let level = 0; level < MOST_ESCAPE_LEVELS && last !== void 0 && ESCAPED.test(last.text); level += 1) {
		last = unescaped(last);
		views.push(last);
	}
	return [...views, ...views.flatMap(undecorated)];
}
function unescaped(view) {
	const { text } = view;
	const offsets = new Int32Array(text.length + 1);
	const parts = [];
	let length = 0;
	let from = 0;
	const keep = (to) => {
		parts.push(text.slice(from, to));
		for (let at = from; at < to; at += 1) offsets[length++] = at;
	};
	for (const match of text.matchAll(ESCAPE)) {
		keep(match.index);
		const [all, letter, hex] = match;
		parts.push(hex === void 0 ? UNESCAPED[letter ?? ""] ?? letter ?? "" : String.fromCharCode(Number.parseInt(hex, 16)));
		offsets[length++] = match.index;
		from = match.index + all.length;
	}
	keep(text.length);
	offsets[length] = text.length;
	return {
		text: parts.join(""),
		start: (offset) => view.start(offsets[offset] ?? 0),
		end: (offset) => view.end(offsets[offset] ?? 0)
	};
}
function undecorated(view) {
	const { text } = view;
	const offsets = new Int32Array(text.length + 1);
	const parts = [];
	let length = 0;
	let from = 0;
	const keep = (to) => {
		parts.push(text.slice(from, to));
		for (let at = from; at < to; at += 1) offsets[length++] = at;
	};
	for (const match of text.matchAll(DECORATION)) {
		keep(match.index);
		from = match.index + match[0].length;
	}
	if (parts.length === 0) return [];
	keep(text.length);
	return [{
		text: parts.join(""),
		start: (offset) => view.start(offsets[offset] ?? 0),
		end: (offset) => view.end((offsets[offset - 1] ?? 0) + 1)
	}];
}
//#endregion
//#region ../../src/redaction/joined.ts
/** White space stops at the control character: no rule reaches from one text into the next. */
const BETWEEN_TEXTS$1 = "\n\n\n\n";
/**
* The detections of each text, found in one run over all of them: a session has hundreds of short texts, and starting some
* sixty patterns on each of them costs more than reading them. Escaped and decorated texts have a run of their own.
*/
function detectInAll(texts, detect) {
	const results = texts.map(() => []);
	const dressed = texts.map(isDressed);
	for (const group of [false, true]) {
		const members = texts.map((_text, index) => index).filter((index) => dressed[index] === group);
		if (members.length > 0) detectInGroup(texts, members, detect, results);
	}
	return results;
}
function detectInGroup(texts, members, detect, results) {
	const starts = [];
	let length = 0;
	for (const index of members) {
		starts.push(length);
		length += (texts[index] ?? "").length + 5;
	}
	const joined = members.map((index) => texts[index] ?? "").join(BETWEEN_TEXTS$1);
	for (const detection of detect(joined)) {
		const order = lastAtOrBefore(starts, detection.start);
		const index = members[order] ?? 0;
		const offset = starts[order] ?? 0;
		const end = Math.min(detection.end - offset, (texts[index] ?? "").length);
		results[index]?.push({
			...detection,
			start: detection.start - offset,
			end
		});
	}
}
/** Index of the last element that is not above the value; the elements rise. */
function lastAtOrBefore(elements, value) {
	let low = 0;
	let high = elements.length - 1;
	while (low < high) {
		const middle = low + high + 1 >> 1;
		if ((elements[middle] ?? 0) <= value) low = middle;
		else high = middle - 1;
	}
	return low;
}
//#endregion
//#region ../../src/redaction/known-secrets.ts
/** So many secrets are searched for where nothing but their value tells them. */
const MOST_SEARCHED = 300;
/** The numbering of one redactor, and the secrets that it has seen. */
var KnownSecrets = class {
	#placeholders = /* @__PURE__ */ new Map();
	#lastNumbers = /* @__PURE__ */ new Map();
	#counts = /* @__PURE__ */ new Map();
	#searched = /* @__PURE__ */ new Map();
	#replacements = 0;
	/** Numbers that a text already shows belong to other secrets. */
	reserve(text) {
		for (const { kind, number } of findPlaceholders(text)) this.#lastNumbers.set(kind, Math.max(number, this.#lastNumbers.get(kind) ?? 0));
	}
	/** Remembers the distinctive ones, to find them where they stand bare. */
	learn(text, detections) {
		for (const { start, end, kind } of detections) {
			if (this.#searched.size >= MOST_SEARCHED) return;
			const value = text.slice(start, end);
			if (isDistinctive(value)) this.#searched.set(value, this.#searched.get(value) ?? kind);
		}
	}
	/** Where remembered secrets stand in a text, as whole words. */
	*occurrences(text) {
		for (const [value, kind] of this.#searched) for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
			const end = at + value.length;
			if (!joins(text[at - 1], value[0]) && !joins(value.at(-1), text[end])) yield {
				start: at,
				end,
				kind
			};
		}
	}
	/** The placeholder of a secret, a new number for a new one. */
	placeholderOf(secret, kind) {
		this.#replacements += 1;
		const present = this.#placeholders.get(secret);
		if (present !== void 0) return present;
		const number = (this.#lastNumbers.get(kind) ?? 0) + 1;
		this.#lastNumbers.set(kind, number);
		this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
		const created = placeholder(kind, number);
		this.#placeholders.set(secret, created);
		return created;
	}
	report() {
		return {
			secrets: this.#placeholders.size,
			replacements: this.#replacements,
			kinds: Object.fromEntries([...this.#counts].sort(([a], [b]) => a < b ? -1 : 1))
		};
	}
};
/** Letters and digits, eight or more: no word that would be missed elsewhere. */
function isDistinctive(value) {
	if (value.length < 8 || value.length > 4096 || /\s/.test(value)) return false;
	return /\d/.test(value) && /[A-Za-z]/.test(value) && !isNumberedWord(value) && !value.includes("[redacted:");
}
function joins(left, right) {
	return /[A-Za-z0-9]/.test(left ?? "") && /[A-Za-z0-9]/.test(right ?? "");
}
//#endregion
//#region ../../src/redaction/long-runs.ts
/** No token that is known by its form alone is shorter. */
const SHORTEST_RUN = 18;
/** What tokens, the escapes before them and the addresses of webhooks are made of. */
const RUN_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=.~%:$@\\";
const IN_RUN = new Uint8Array(128);
for (const character of RUN_CHARACTERS) IN_RUN[character.charCodeAt(0)] = 1;
/**
* Runs detectors over the text's long words only, one per line. Prose and code consist of short ones, so that most of the text is
* never shown to a pattern: the search looks at every 18th character and walks back from there.
*/
function overLongRuns(detectors) {
	return function* detect(text) {
		const starts = [];
		const offsets = [];
		const words = [];
		let length = 0;
		for (const [start, end] of longRuns(text)) {
			starts.push(start);
			offsets.push(length);
			words.push(text.slice(start, end));
			length += end - start + 1;
		}
		if (words.length === 0) return;
		const condensed = words.join("\n");
		for (const detector of detectors) for (const detection of detector(condensed)) yield moved(detection, starts, offsets);
	};
}
function moved(detection, starts, offsets) {
	const word = lastAtOrBefore(offsets, detection.start);
	const shift = (starts[word] ?? 0) - (offsets[word] ?? 0);
	return {
		...detection,
		start: detection.start + shift,
		end: detection.end + shift
	};
}
function* longRuns(text) {
	let start = 0;
	while (start + SHORTEST_RUN <= text.length) {
		let at = start + SHORTEST_RUN - 1;
		while (at >= start && isInRun(text, at)) at -= 1;
		if (at >= start) {
			start = at + 1;
			continue;
		}
		let end = start + SHORTEST_RUN;
		while (end < text.length && isInRun(text, end)) end += 1;
		yield [start, end];
		start = end + 1;
	}
}
function isInRun(text, at) {
	const code = text.charCodeAt(at);
	return code < 128 && IN_RUN[code] === 1;
}
//#endregion
//#region ../../src/redaction/personal.ts
const EMAIL = /(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,6}([A-Za-z]{2,24})(?![A-Za-z0-9_-]|\.[A-Za-z0-9])/g;
/** Files of doubled resolution (`icon@2x.png`) and remote names (`git@github.com:x`) have the form of an address. */
const FILE_ENDING = /^(?:png|jpe?g|gif|svg|webp|avif|ico|js|ts|css|json|tgz|map|mjs|cjs|tsx|jsx|py|go|rs|md)$/i;
const SERVICE_USER = /^(?:git|hg|svn|ssh|aur|gitea|gogs|gitlab)@/;
const IPV4 = /(?<![\w.-])(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?![\w-]|\.\d)/g;
const VERSION_BEFORE = /(?:\bv(?:ersion)?|version[ "':=]{1,4}|[=~^<>]=?[ ]?|[A-Za-z]\/)$/i;
const NETWORK_BEFORE = /(?:\b(?:ip|ipv4|host|hosts|hostname|addr|address|server|node|ssh|scp|ping|curl|inet|gateway|dns|listen(?:ing)?|bind|connect(?:ed|ing)?|peer|client|remote|from|to|nameserver|router|subnet)\b[ "':=(]{0,6}(?:(?:on|at|to|from|is|was)[ :]{1,3})?|:\/\/)$/i;
const IPV6 = /(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:|::)[0-9A-Fa-f:]{2,40}(?:%\w{1,15})?(?![\w:])/g;
/** Mail and IP addresses. Not: `127.0.0.1`, `0.0.0.0`, `::1`, versions, `git@host`. */
function* findPersonal(text) {
	if (text.includes("@")) yield* findEmails(text);
	if (text.includes(".")) yield* findIpv4(text);
	if (text.includes(":")) yield* findIpv6(text);
}
function* findEmails(text) {
	for (const match of text.matchAll(EMAIL)) {
		const [address, ending = ""] = match;
		if (FILE_ENDING.test(ending) || SERVICE_USER.test(address)) continue;
		yield {
			start: match.index,
			end: match.index + address.length,
			kind: "email"
		};
	}
}
function* findIpv4(text) {
	for (const match of text.matchAll(IPV4)) {
		const octets = match.slice(1, 5).map(Number);
		if (octets.some((octet) => octet > 255) || /(?:^|\.)0\d/.test(match[0])) continue;
		const [first = 0] = octets;
		if (first === 127 || first === 0 || octets.every((octet) => octet === 255) || first === 255) continue;
		const before = text.slice(Math.max(0, match.index - 40), match.index);
		const after = text.slice(match.index + match[0].length, match.index + match[0].length + 7);
		const network = NETWORK_BEFORE.test(before) || /^(?::\d{2,5}\b|\/\d{1,2}\b)/.test(after);
		const small = octets.every((octet) => octet < 32) && !isPrivate(octets);
		if (!network && (VERSION_BEFORE.test(before) || small)) continue;
		yield {
			start: match.index,
			end: match.index + match[0].length,
			kind: "ip-address"
		};
	}
}
function isPrivate([first = 0, second = 0]) {
	return first === 10 || first === 192 && second === 168 || first === 172 && second >= 16 && second < 32;
}
function* findIpv6(text) {
	for (const match of text.matchAll(IPV6)) if (isIpv6((match[0].split("%")[0] ?? "").replace(/:$/, ""))) yield {
		start: match.index,
		end: match.index + match[0].length,
		kind: "ip-address"
	};
}
/** Eight groups, or fewer around one `::` with a prefix that is in use: neither a clock time nor `std::vector`. */
function isIpv6(address) {
	const halves = address.split("::");
	if (halves.length > 2) return false;
	const groups = address.split(":").filter((group) => group !== "");
	if (groups.some((group) => group.length > 4) || !/\d/.test(address)) return false;
	if (halves.length === 1) return groups.length === 8;
	return groups.length >= 2 && groups.length <= 7 && /^(?:[23][0-9a-f]{3}|f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]|64:ff9b)/i.test(address);
}
/** Hides the home directory: `/home/ada/x` and its written forms become `~/x`, another user's too. */
function hideHomes(text, home) {
	let result = text;
	const own = home === void 0 ? "" : withoutEnd(home);
	if (own.length > 1) {
		result = replaceDirectory(result, own);
		result = replaceDirectory(result, own.replaceAll("\\", "\\\\"));
		if (own.startsWith("/")) result = result.replaceAll(`/${own.replace(/[/.]/g, "-")}-`, "/~-");
	}
	return result.replace(/(?<![\w.~-])\/(?:home|Users)\/(?!Shared\b)[A-Za-z0-9._-]{1,64}(?=[/\s"'`:,;)\]}>]|\\[nrt"]|$)/g, "~").replace(/(?<![A-Za-z0-9])[A-Za-z]:(\\{1,2}|\/)Users(?:\\{1,2}|\/)(?!Public\b)[A-Za-z0-9._-]{1,64}(?=[\\/\s"'`:,;)]|$)/g, "~");
}
function withoutEnd(path) {
	return path.length > 1 && /[/\\]$/.test(path) ? path.slice(0, -1) : path;
}
function replaceDirectory(text, directory) {
	if (!text.includes(directory)) return text;
	let result = "";
	let from = 0;
	for (let at = text.indexOf(directory); at !== -1; at = text.indexOf(directory, from)) {
		const end = at + directory.length;
		const whole = !/[\w.-]/.test(text[end] ?? "") && !/[\w~-]/.test(text[at - 1] ?? "");
		result += text.slice(from, at) + (whole ? "~" : directory);
		from = end;
	}
	return result + text.slice(from);
}
//#endregion
//#region ../../src/redaction/token-table.ts
const token = (kind, prefixes, alphabet, min, more = {}) => ({
	kind,
	prefixes: prefixes.split(" "),
	alphabet,
	min,
	...more
});
const weak = { weak: true };
const MODELS = [
	token("anthropic-key", "sk-ant-", "url", 16),
	token("openrouter-key", "sk-or-", "url", 20),
	token("langfuse-key", "sk-lf-", "url", 20),
	token("helicone-key", "sk-helicone- pk-helicone-", "url", 16),
	token("openai-key", "sk-proj- sk-svcacct- sk-admin- sk-None-", "url", 20),
	token("openai-key", "sk-", "letters", 32),
	token("openai-key", "sk-", "letters", 20, weak),
	token("openai-key", "sk-", "url", 40, weak),
	token("openai-session", "sess-", "letters", 30, weak),
	token("google-api-key", "AIza", "url", 30, { max: 40 }),
	token("google-api-key", "AQ.Ab8", "url", 30),
	token("google-oauth-token", "ya29.", "url", 20),
	token("google-oauth-token", "1//0", "url", 30, weak),
	token("google-oauth-secret", "GOCSPX-", "url", 20),
	token("huggingface-token", "hf_ api_org_", "letters", 24, weak),
	token("huggingface-token", "hf_ api_org_", "letters", 34, { max: 34 }),
	token("groq-key", "gsk_", "letters", 32),
	token("xai-key", "xai-", "letters", 32),
	token("perplexity-key", "pplx-", "letters", 32),
	token("replicate-token", "r8_", "letters", 30),
	token("fireworks-key", "fw_", "letters", 20, weak),
	token("cerebras-key", "csk-", "letters", 24),
	token("nvidia-key", "nvapi-", "url", 32),
	token("together-key", "tgp_v1_", "url", 24),
	token("langsmith-key", "lsv2_pt_ lsv2_sk_", "word", 24),
	token("pinecone-key", "pcsk_", "word", 24),
	token("tavily-key", "tvly-", "url", 16),
	token("firecrawl-key", "fc-", "hex", 32),
	token("elevenlabs-key", "sk_", "hex", 40),
	token("voyage-key", "pa-", "url", 40, weak),
	token("jina-key", "jina_", "url", 32, weak),
	token("e2b-key", "e2b_", "hex", 32),
	token("modal-token", "ak- as-", "letters", 22, weak),
	token("runpod-key", "rpa_", "letters", 32),
	token("cursor-key", "crsr_", "letters", 32),
	token("cursor-key", "key_", "hex", 40),
	token("wandb-key", "wandb_v1_", "word", 32),
	token("brave-key", "BSA", "url", 27, {
		max: 29,
		weak: true
	}),
	token("context7-key", "ctx7sk-", "url", 30)
];
const CODE = [
	token("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", "word", 20),
	token("github-token", "github_pat_", "word", 22),
	token("gitlab-token", "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct-", "dotted", 16),
	token("gitlab-token", "GR1348941", "url", 20),
	token("bitbucket-token", "ATBB", "letters", 24, weak),
	token("bitbucket-token", "ATCTT3xFfG", "base64", 40),
	token("atlassian-token", "ATATT3xFfG ATATT3", "base64", 40),
	token("npm-token", "npm_", "letters", 36, { max: 36 }),
	token("npm-token", "npm_", "letters", 30, weak),
	token("pypi-token", "pypi-AgE", "url", 30),
	token("rubygems-key", "rubygems_", "hex", 40),
	token("crates-token", "cio", "letters", 32, {
		max: 32,
		weak: true
	}),
	token("nuget-key", "oy2", "letters", 43, {
		max: 43,
		weak: true
	}),
	token("clojars-token", "CLOJARS_", "letters", 40),
	token("docker-token", "dckr_pat_ dckr_oat_", "url", 20),
	token("jfrog-token", "AKCp", "letters", 60),
	token("jfrog-token", "cmVmdGtu", "letters", 40),
	token("circleci-token", "CCIPAT_ CCIPRJ_", "word", 30),
	token("buildkite-token", "bkua_ bkaj_ bkpat_", "letters", 30),
	token("sonar-token", "sqp_ squ_ sqa_", "hex", 30),
	token("sourcegraph-token", "sgp_ sgd_", "word", 30, weak),
	token("postman-key", "PMAK-", "url", 40),
	token("readme-key", "rdme_", "letters", 40),
	token("figma-token", "figd_ figu_ figo_", "url", 30),
	token("linear-key", "lin_api_ lin_oauth_ lin_wh_", "word", 30),
	token("notion-token", "ntn_", "letters", 30),
	token("notion-token", "secret_", "letters", 40, weak),
	token("jetbrains-token", "perm:", "base64", 30, weak),
	token("octopus-key", "API-", "upper", 26, { max: 26 }),
	token("vscode-token", "vsce_", "letters", 40)
];
const CLOUD = [
	token("aws-access-key-id", "AKIA ASIA ABIA ACCA AGPA AIDA AROA AIPA ANPA ANVA", "upper", 16, { max: 16 }),
	token("aws-session-token", "FwoGZXIvYXdz IQoJb3JpZ2lu FQoGZXIvYXdz", "opaque", 20),
	token("aws-bedrock-key", "ABSK", "opaque", 80),
	token("aws-bedrock-key", "bedrock-api-key-", "opaque", 40),
	token("aws-mws-key", "amzn.mws.", "url", 32),
	token("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", "hex", 32),
	token("cloudflare-token", "cfk_ cfut_ cfat_", "word", 32),
	token("cloudflare-origin-key", "v1.0-", "url", 100),
	token("vercel-token", "vcp_ vci_ vca_ vcr_ vck_", "letters", 24),
	token("vercel-token", "vercel_blob_rw_", "word", 24),
	token("netlify-token", "nfp_ nfc_ nfo_ nfu_", "letters", 30),
	token("heroku-key", "HRKU-", "url", 30),
	token("fly-token", "fm2_ fo1_ fm1r_ fm1a_", "opaque", 30, weak),
	token("render-key", "rnd_", "letters", 24),
	token("supabase-key", "sbp_v0_ sbp_ sba_", "hex", 32),
	token("supabase-key", "sb_secret_", "url", 20),
	token("neon-key", "napi_", "letters", 40),
	token("planetscale-token", "pscale_tkn_ pscale_pw_ pscale_oauth_", "dotted", 24),
	token("mongodb-atlas-secret", "mdb_sa_sk_", "url", 30),
	token("databricks-token", "dapi dose", "hex", 32),
	token("vault-token", "hvs. hvb. hvr.", "url", 20),
	token("pulumi-token", "pul-", "hex", 40),
	token("doppler-token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", "dotted", 30),
	token("1password-token", "ops_eyJ", "opaque", 60),
	token("tailscale-key", "tskey-", "url", 16),
	token("scaleway-secret", "SCWSK", "letters", 20),
	token("alibaba-access-key-id", "LTAI", "letters", 20, { max: 20 }),
	token("alibaba-access-key-id", "LTAI", "letters", 12, {
		max: 24,
		weak: true
	}),
	token("tencent-secret-id", "AKID", "letters", 32, weak),
	token("yandex-token", "t1.9eu", "dotted", 60),
	token("yandex-token", "AQVN y0_", "url", 35, weak),
	token("ibm-key", "ApiKey-", "url", 30, weak),
	token("grafana-token", "glc_", "opaque", 32),
	token("grafana-token", "glsa_", "word", 32),
	token("sentry-token", "sntrys_ sntryu_", "opaque", 32),
	token("newrelic-key", "NRAK- NRJS- NRII- NRRA- NRAA-", "url", 16),
	token("dynatrace-token", "dt0c01. dt0s01. dt0s02.", "dotted", 40),
	token("honeycomb-key", "hcaik_ hcbik_ hcamk_ hcxik_ hcxlk_", "letters", 26),
	token("posthog-key", "phx_ phs_", "letters", 30),
	token("prefect-key", "pnu_ pnb_", "letters", 30),
	token("openshift-token", "sha256~", "url", 40),
	token("defined-token", "dnkey-", "url", 40),
	token("scalingo-token", "tk-us-", "url", 40),
	token("clickhouse-key", "4b1d", "letters", 38, {
		max: 38,
		weak: true
	}),
	token("jwt", "ZXlKaGJHY2lPaU ZXlKMGVYQWlPaU", "opaque", 40),
	token("grafana-token", "eyJrIjoi", "opaque", 60),
	token("harness-token", "pat. sat.", "dotted", 50, weak)
];
const SERVICES = [
	token("slack-token", "xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxc- xoxd- xoxe- xoxe. xapp- xwfp-", "opaque", 16),
	token("stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_", "word", 16),
	token("stripe-webhook-secret", "whsec_", "opaque", 24),
	token("twilio-key", "SK", "hex", 32, { max: 32 }),
	token("sendgrid-key", "SG.", "dotted", 40),
	token("mailgun-key", "key-", "hex", 32, { max: 32 }),
	token("mailgun-key", "pubkey-", "hex", 32, { max: 32 }),
	token("resend-key", "re_", "word", 24, weak),
	token("brevo-key", "xkeysib- xsmtpsib-", "url", 40),
	token("square-token", "sq0atp- sq0csp- sq0idb-", "url", 22),
	token("square-token", "EAAA", "url", 58, weak),
	token("facebook-token", "EAA", "letters", 60, weak),
	token("shopify-token", "shpat_ shpca_ shppa_ shpss_ shptka_ shpua_", "letters", 32),
	token("razorpay-key", "rzp_live_ rzp_test_", "letters", 14),
	token("plaid-token", "access-sandbox- access-production- access-development-", "url", 36),
	token("adyen-key", "AQE", "opaque", 80, weak),
	token("shippo-token", "shippo_live_ shippo_test_", "hex", 32),
	token("easypost-key", "EZAK EZTK", "letters", 40),
	token("duffel-token", "duffel_live_ duffel_test_", "url", 32),
	token("flutterwave-key", "FLWSECK_TEST- FLWSECK-", "url", 12),
	token("flutterwave-key", "FLWSECK_TEST", "letters", 12),
	token("airtable-token", "pat", "dotted", 70, {
		max: 90,
		weak: true
	}),
	token("contentful-token", "CFPAT-", "url", 30),
	token("typeform-token", "tfp_", "dotted", 40),
	token("hubspot-token", "pat-na1- pat-na2- pat-eu1- pat-ap1-", "url", 30),
	token("frameio-token", "fio-u-", "opaque", 50),
	token("dropbox-token", "sl.", "url", 100),
	token("intra42-key", "s-s4t2ud- s-s4t2af-", "hex", 60),
	token("adobe-secret", "p8e-", "letters", 30),
	token("infracost-key", "ico-", "letters", 30),
	token("zapier-key", "zpka_", "word", 30),
	token("novu-key", "novu_", "hex", 30),
	token("permit-key", "permit_key_", "letters", 30),
	token("trigger-key", "tr_dev_ tr_prod_ tr_stg_", "letters", 16),
	token("apify-token", "apify_api_", "letters", 30),
	token("cal-key", "cal_live_", "letters", 24),
	token("polar-token", "polar_oat_ polar_pat_ polar_rst_", "word", 30),
	token("settlemint-token", "sm_aat_ sm_pat_ sm_sat_", "letters", 16),
	token("age-key", "AGE-SECRET-KEY-1", "upper", 40)
];
const PREFIXED_TOKENS = [
	...MODELS,
	...CODE,
	...CLOUD,
	...SERVICES
];
//#endregion
//#region ../../src/redaction/prefixed-tokens.ts
const BODY = {
	hex: /[0-9a-fA-F]+/y,
	letters: /[A-Za-z0-9]+/y,
	upper: /[A-Z0-9]+/y,
	word: /[A-Za-z0-9_]+/y,
	url: /[A-Za-z0-9_-]+/y,
	dotted: /[A-Za-z0-9_.-]+/y,
	base64: /[A-Za-z0-9+/=_-]+/y,
	opaque: /[A-Za-z0-9+/=_.~%-]+/y
};
/** A generated body shows itself in its first characters. */
const JUDGED_CHARS = 128;
/** What may stand before a token though it ends in a letter or digit: an escape of JSON, a URL or a terminal. */
const ESCAPE_BEFORE = /(?:\\[nrtbf]|\\u[0-9a-fA-F]{4}|%[0-9A-Fa-f]{2}|(?:^|\n)\d{0,3}m)$/;
let matcher;
/** Tokens that vendors made recognisable by their beginning, see `token-table.ts`. */
function* findPrefixedTokens(text) {
	matcher ??= makeMatcher();
	const { anyPrefix, entries } = matcher;
	const runs = new Runs(text);
	anyPrefix.lastIndex = 0;
	for (let match = anyPrefix.exec(text); match !== null; match = anyPrefix.exec(text)) {
		const start = match.index;
		anyPrefix.lastIndex = start + 1;
		if (!opensToken(text, start)) continue;
		for (const entry of entries.get(match[0]) ?? []) {
			const end = tokenEnd(text, start, entry, runs);
			if (end === void 0) continue;
			yield {
				start,
				end,
				kind: entry.kind
			};
			anyPrefix.lastIndex = end;
			break;
		}
	}
}
/** One pattern for all prefixes, the longest first; each knows the entries of the shorter ones that it begins with. */
function makeMatcher() {
	const own = /* @__PURE__ */ new Map();
	for (const entry of PREFIXED_TOKENS) for (const prefix of entry.prefixes) own.set(prefix, [...own.get(prefix) ?? [], {
		...entry,
		prefixes: [prefix]
	}]);
	const prefixes = [...own.keys()].sort((a, b) => b.length - a.length);
	const entries = new Map(prefixes.map((prefix) => {
		return [prefix, Array.from(prefix, (_letter, index) => prefix.slice(0, prefix.length - index)).flatMap((beginning) => own.get(beginning) ?? [])];
	}));
	const source = prefixes.map((prefix) => prefix.replace(/[$.~/]/g, "\\$&")).join("|");
	return {
		anyPrefix: new RegExp(source, "g"),
		entries
	};
}
/**
* A token begins where a word does. In the middle of base64 a short prefix occurs by chance: there is one when the run goes on
* to the left over `+`, `/`, `_` or `-`.
*/
function opensToken(text, start) {
	const before = text[start - 1] ?? "";
	if (/[A-Za-z0-9]/.test(before)) return ESCAPE_BEFORE.test(text.slice(Math.max(0, start - 16), start));
	if (!/[+/_-]/.test(before)) return true;
	const run = /[A-Za-z0-9+/_-]{20,}$/.exec(text.slice(Math.max(0, start - 40), start))?.[0];
	return run === void 0 || !hasRandomSegment(run);
}
function tokenEnd(text, start, entry, runs) {
	const bodyStart = start + (entry.prefixes[0]?.length ?? 0);
	let end = runs.end(entry.alphabet, bodyStart);
	if (end === bodyStart) return void 0;
	while (end > bodyStart && /[.%~-]/.test(text[end - 1] ?? "")) end -= 1;
	const length = end - bodyStart;
	if (length < entry.min || entry.max !== void 0 && length > entry.max) return void 0;
	if ((entry.alphabet === "hex" || entry.max !== void 0) && /[A-Za-z0-9]/.test(text[end] ?? "")) return void 0;
	return isTokenBody(text.slice(bodyStart, Math.min(end, bodyStart + JUDGED_CHARS)), entry) ? end : void 0;
}
/** A generated body; behind a sure prefix also a long word. Not a mask (`ghp_xxxx`), not words (`sk-ant-your-key-here`). */
function isTokenBody(body, entry) {
	if (!(!entry.weak && (entry.alphabet === "upper" || isLong(body, entry.min))) && !hasRandomSegment(body)) return false;
	if (/^(.)\1*$/.test(body)) return /^[A-WYZa-wyz0-9]/.test(body);
	return entry.alphabet === "upper" ? !/X{6}/.test(body) : !isStandIn(body);
}
/** Where a run of an alphabet ends. Remembered, so that a run full of prefixes (`sk-sk-sk-…`) is read once. */
var Runs = class {
	#text;
	#last = /* @__PURE__ */ new Map();
	constructor(text) {
		this.#text = text;
	}
	end(alphabet, at) {
		const last = this.#last.get(alphabet);
		if (last !== void 0 && at >= last.start && at < last.end) return last.end;
		const pattern = BODY[alphabet];
		pattern.lastIndex = at;
		const end = pattern.test(this.#text) ? pattern.lastIndex : at;
		this.#last.set(alphabet, {
			start: at,
			end
		});
		return end;
	}
};
/** One long word, or dashes among capitals, small letters and digits, or a UUID. */
function isLong(body, min) {
	if (body.split(/[^A-Za-z0-9]/).some((word) => word.length >= Math.min(16, min))) return true;
	if (body.length < 16) return false;
	return /\d/.test(body) && /[a-z]/.test(body) && /[A-Z]/.test(body) || /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(body);
}
//#endregion
//#region ../../src/redaction/private-keys.ts
const MARK = /-{4,5} ?(BEGIN|END) (?:[A-Za-z0-9]{1,12} ){0,3}(?:PRIVATE KEY(?: BLOCK)?|Static key V1) ?(?:-{4,5})?/g;
/** Around the lines of a key: line breaks (also written `\n`), quotes, commas, the signs of diffs and listings. */
const BETWEEN = /(?:\\{1,4}[nr]|[\s"'`,+>|\\]){0,80}/y;
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Hash): ?[^\n\\]{1,100}/y;
const CHUNK = /[A-Za-z0-9+/=]{1,20000}/y;
const LONGEST_KEY = 2e4;
const PPK = /Private-Lines: \d+\s{1,20}((?:[A-Za-z0-9+/=]{16,200}\s{0,12}){1,200})/g;
const JWK_MEMBER = /["'](?:d|p|q|dp|dq|qi|k)["']\s{0,4}:\s{0,4}["']([A-Za-z0-9_-]{20,})["']/g;
const XML_RSA_MEMBER = /<(?:D|P|Q|DP|DQ|InverseQ)>([A-Za-z0-9+/=]{20,})<\//g;
/** Private keys: PEM, OpenSSH, PGP, PuTTY, JWK, XML; also when a cut took the beginning or the end away. */
function* findPrivateKeys(text) {
	if (text.includes("BEGIN ") || text.includes("END ")) yield* findBlocks(text);
	if (text.includes("Private-Lines")) yield* groupDetections(text, PPK);
	if (text.includes("kty")) yield* groupDetections(text, JWK_MEMBER);
	if (text.includes("<RSAKeyValue")) yield* groupDetections(text, XML_RSA_MEMBER);
}
function* groupDetections(text, pattern) {
	for (const match of text.matchAll(pattern)) {
		const secret = (match[1] ?? "").trimEnd();
		const start = match.index + match[0].indexOf(secret);
		yield {
			start,
			end: start + secret.length,
			kind: "private-key"
		};
	}
}
/** From mark to mark. A mark without its partner takes the base64 that follows it, or stands before it. */
function* findBlocks(text) {
	const marks = [...text.matchAll(MARK)];
	for (const [index, mark] of marks.entries()) {
		const behind = mark.index + mark[0].length;
		const next = marks[index + 1];
		if (mark[1] === "END") {
			const previous = marks[index - 1];
			if (previous?.[1] === "BEGIN" && mark.index - previous.index <= LONGEST_KEY) continue;
			const start = tailStart(text, mark.index, previous === void 0 ? 0 : previous.index + previous[0].length);
			if (start !== void 0) yield {
				start,
				end: behind,
				kind: "private-key"
			};
			continue;
		}
		const paired = next?.[1] === "END" && next.index - mark.index <= LONGEST_KEY;
		const end = paired ? next.index + next[0].length : openEnd(text, behind);
		if (/[A-Za-z0-9+/=]{16}/.test(text.slice(behind, paired ? next.index : end))) yield {
			start: mark.index,
			end,
			kind: "private-key"
		};
	}
}
/** Behind the last base64 run that can belong to a key without its END mark. */
function openEnd(text, bodyStart) {
	let at = bodyStart;
	let end = bodyStart;
	let longest = 0;
	while (at - bodyStart < LONGEST_KEY) {
		at = endOf(BETWEEN, text, at) ?? at;
		const header = endOf(HEADER, text, at);
		const chunkEnd = header ?? endOf(CHUNK, text, at);
		if (chunkEnd === void 0) break;
		const length = header === void 0 ? chunkEnd - at : 0;
		if (!(header !== void 0 || length >= 24 || longest >= 40 && isRemainder(text.slice(at, chunkEnd)))) break;
		longest = Math.max(longest, length);
		end = chunkEnd;
		at = chunkEnd;
	}
	return end;
}
/** A key's last line may be short; a word of the text that follows has letters only. */
function isRemainder(chunk) {
	return chunk.length >= 16 || /[\d+/=]/.test(chunk) || /^=/.test(chunk);
}
/** Where the base64 lines before an END mark begin. */
function tailStart(text, mark, after) {
	const lowest = Math.max(after, mark - LONGEST_KEY);
	let start = mark;
	while (start > lowest && isTailCode(text.charCodeAt(start - 1))) start -= 1;
	const first = /[A-Za-z0-9+/=]{40,}/.exec(text.slice(start, mark));
	return first === null ? void 0 : start + first.index;
}
function isTailCode(code) {
	if (code >= 48 && code <= 57 || code >= 65 && code <= 90 || code >= 97 && code <= 122) return true;
	return code === 10 || code === 13 || code === 32 || code === 43 || code === 47 || code === 61 || code === 92;
}
function endOf(pattern, text, at) {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : void 0;
}
//#endregion
//#region ../../src/redaction/secretlint-net.ts
/**
* What must stand in a text for a rule of secretlint's recommended preset to report anything. Loading the library costs 35 ms, so
* it is asked only when our own rules left one of these.
*/
const TRIGGER = /secret_?access_?key|gh[pousr]_[A-Za-z0-9]|github_pat_|npm_[A-Za-z0-9]{8}|_authToken=[^$]|x-oauth-basic|xox[bpaor]-|xapp-|hooks\.slack\.com|SG\.\w|shp(?:pa|ca|at|ss)_|T3BlbkFJ|sk-ant-api0|lin_api_|ops_ey|PRIVATE KEY-----/i;
/**
* Not asked: the rule that lets a comment in the text switch others off (the text is foreign), the one that reads files, and
* the two for credentials in URLs, which report the whole address, of documentation too.
*/
const UNUSED_RULE = /filter-comments|rule-gcp|database-connection-string|basicauth/;
/** Whether secretlint could find something in the text. */
function concernsSecretlint(text) {
	return TRIGGER.test(text);
}
let lint;
/** Empty lines: no rule reaches across them, so that a find belongs to one text. */
const BETWEEN_TEXTS = "\n\n\n";
/**
* Secrets that secretlint reports and that are neither placeholders nor stand-ins, text by text.
*
* All texts go through one run: with every run its profiler keeps some seventy marks, and searches all earlier ones for each.
*/
async function findWithSecretlint(texts) {
	lint ??= loadSecretlint();
	const detections = await (await lint)(texts.join(BETWEEN_TEXTS));
	let from = 0;
	return texts.map((text) => {
		const start = from;
		from += text.length + 3;
		return detections.filter((detection) => detection.start >= start && detection.end <= start + text.length).map((detection) => ({
			...detection,
			start: detection.start - start,
			end: detection.end - start
		}));
	});
}
async function loadSecretlint() {
	const [{ lintSource }, { rules }] = await Promise.all([import("@secretlint/core"), import("@secretlint/secretlint-rule-preset-recommend")]);
	const config = { rules: rules.filter((rule) => !UNUSED_RULE.test(rule.meta.id)).map((rule) => ({
		id: rule.meta.id,
		rule,
		options: {}
	})) };
	return async (content) => {
		return (await lintSource({
			source: {
				filePath: "session.txt",
				content,
				ext: ".txt",
				contentType: "text"
			},
			options: {
				config,
				noPhysicFilePath: true
			}
		})).messages.flatMap((message) => detectionsOf(content, message.ruleId, message.range, message.data));
	};
}
/** The message names its secret; the range of some rules begins before it. */
function detectionsOf(content, ruleId, range, data) {
	const secret = (Object.values(data ?? {}).find((value) => typeof value === "string" && value.length >= 8 && content.includes(value)) ?? content.slice(range[0], range[1])).split(/[\s"'`]/)[0] ?? "";
	if (secret.length < 8 || isStandIn(secret) || isReference(secret)) return [];
	if (secret.includes("****")) return [];
	const start = content.indexOf(secret, range[0]);
	return start === -1 ? [] : [{
		start,
		end: start + secret.length,
		kind: kindOf(ruleId)
	}];
}
function kindOf(ruleId) {
	const name = ruleId.replace(/^.*secretlint-rule-/, "").replace(/[^a-z0-9-]/g, "");
	return name === "privatekey" ? "private-key" : `${name}-key`;
}
//#endregion
//#region ../../src/redaction/shaped-tokens.ts
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const START = "(?<![A-Za-z0-9])";
const END = "(?![A-Za-z0-9])";
const SHAPES = [
	{
		kind: "jwt",
		anchor: "eyJ",
		pattern: /(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]{1,24}\.)?[A-Za-z0-9_-]{13,}\.[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]*){0,3}/g,
		from: "eyJ"
	},
	{
		kind: "telegram-bot-token",
		anchor: /:A[A-Za-z0-9]/,
		pattern: /(?<![A-Za-z0-9])(?:bot)?(?<secret>\d{7,11}:A[A-Za-z0-9_-]{32,36})(?![A-Za-z0-9])/g
	},
	{
		kind: "discord-token",
		anchor: ".",
		pattern: /(?<![A-Za-z0-9_.-])[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,45}(?![A-Za-z0-9])/g,
		accept: (secret) => /\d/.test(secret)
	},
	{
		kind: "discord-token",
		anchor: "mfa.",
		pattern: /(?<![A-Za-z0-9])mfa\.[A-Za-z0-9_-]{70,}/g
	},
	{
		kind: "azure-client-secret",
		anchor: "Q~",
		pattern: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])/g
	},
	{
		kind: "azure-devops-token",
		anchor: "AZDO",
		pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{70,80}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/g
	},
	{
		kind: "azure-key",
		anchor: /\+A(?:St|Ba|Sb|Eh|CR|Rm)|ACDb|AIoT|Az(?:Fu|Se|Ca)/,
		pattern: /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{28,80}(?:\+A(?:St|Ba|Sb|Eh|CR|Rm)|ACDb|AIoT|Az(?:Fu|Se|Ca))[A-Za-z0-9+/]{4,8}={0,2}(?![A-Za-z0-9+/=])/g,
		accept: (secret) => isStrong(secret)
	},
	{
		kind: "terraform-token",
		anchor: ".atlasv1.",
		pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{10,20}\.atlasv1\.[A-Za-z0-9_-]{40,}/g
	},
	{
		kind: "mailchimp-key",
		anchor: "-us",
		pattern: new RegExp(`${START}[0-9a-f]{32}-us\\d{1,2}${END}`, "g")
	},
	{
		kind: "airtable-token",
		anchor: "pat",
		pattern: new RegExp(`${START}pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}${END}`, "g")
	},
	{
		kind: "clickup-token",
		anchor: "pk_",
		pattern: /(?<![A-Za-z0-9])pk_\d{5,12}_[A-Z0-9]{32}(?![A-Za-z0-9])/g
	},
	{
		kind: "launchdarkly-key",
		anchor: /(?:sdk|mob|api)-[0-9a-f]{8}-/,
		pattern: new RegExp(`${START}(?:sdk|mob|api)-${UUID}${END}`, "g")
	},
	{
		kind: "paypal-token",
		anchor: "access_token$",
		pattern: /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}/g
	},
	{
		kind: "maxmind-key",
		anchor: "_mmk",
		pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])/g
	},
	{
		kind: "zhipu-key",
		anchor: ".",
		pattern: /(?<![A-Za-z0-9.])[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9.])/g,
		accept: (secret) => /[A-Z]/.test(secret) && /[g-zG-Z]/.test(secret.slice(33))
	},
	{
		kind: "1password-secret-key",
		anchor: "A3-",
		pattern: /(?<![A-Za-z0-9-])A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?![A-Za-z0-9])/g
	},
	{
		kind: "asana-token",
		anchor: ":",
		pattern: /(?<![A-Za-z0-9/.])[012]\/\d{14,18}(?:\/\d{14,18})?:[0-9a-f]{32}(?![A-Za-z0-9])/g
	},
	{
		kind: "firebase-server-key",
		anchor: ":APA91b",
		pattern: /(?<![A-Za-z0-9])[A-Za-z0-9_-]{7,24}:APA91b[A-Za-z0-9_-]{100,}/g
	},
	{
		kind: "twitter-token",
		anchor: "AAAAAAAAAAAAAAAAAAAA",
		pattern: /(?<![A-Za-z0-9])A{20,24}[A-Za-z0-9%]{60,}/g,
		accept: (secret) => hasRandomSegment(secret)
	},
	{
		kind: "ethereum-key",
		anchor: "xprv",
		pattern: /(?<![A-Za-z0-9])xprv[A-Za-z0-9]{60,}/g
	}
];
/** These hold characters that no long run has. */
const SHAPES_ANYWHERE = [
	{
		kind: "minisign-key",
		anchor: "secret key",
		pattern: /minisign[ \w]{0,20}secret key\r?\n(?<secret>RW[A-Za-z0-9+/=]{40,})/g
	},
	{
		kind: "password-hash",
		anchor: /\$(?:2[abxy]|apr1|[156y7PHS]|gy|sha1|argon2|scrypt|pbkdf2)|\{CRYPT|\{MD5/,
		pattern: /(?:\$(?:2[abxy]|apr1|1|5|6|y|7|gy|sha1|argon2(?:id|i|d)|scrypt|pbkdf2(?:-sha\d{1,3})?|P|H|S)\$|\{(?:S?SHA|SSHA256|SSHA512|MD5|SMD5|CRYPT)\})(?<secret>[A-Za-z0-9./+=,$-]{20,})/g,
		accept: (secret) => /\d/.test(secret) && /[A-Za-z]/.test(secret)
	},
	{
		kind: "password-hash",
		anchor: "{S",
		pattern: /\{(?:S?SHA|SSHA256|SSHA512|SMD5)\}(?<secret>[A-Za-z0-9+/=]{20,})/g
	},
	{
		kind: "password-hash",
		anchor: /_sha\d+\$|SCRAM-SHA/,
		pattern: /(?:pbkdf2_sha\d{1,3}|bcrypt_sha256|scrypt)\$\d+\$(?<secret>[A-Za-z0-9./+=$]{20,})|SCRAM-SHA-\d{1,3}\$\d+:(?<other>[A-Za-z0-9./+=$:]{30,})/g
	},
	{
		kind: "password-hash",
		anchor: ":::",
		pattern: /:\d{3,5}:(?<secret>[0-9a-f]{32}:[0-9a-f]{32}):::/gi
	}
];
/** Secrets without a telling beginning, by their whole shape; for the long runs of a text. */
function findShapedTokens(text) {
	return findShapes(text, SHAPES);
}
/** Hashes of passwords, and AWS secret access keys near their ids; for whole texts. */
function* findShapedAnywhere(text) {
	yield* findShapes(text, SHAPES_ANYWHERE);
	yield* findAwsSecrets(text);
}
function* findShapes(text, shapes) {
	for (const shape of shapes) {
		if (!(typeof shape.anchor === "string" ? text.includes(shape.anchor) : shape.anchor.test(text))) continue;
		for (const match of text.matchAll(shape.pattern)) {
			const found = match.groups?.["secret"] ?? match.groups?.["other"] ?? match[0];
			const secret = shape.from === void 0 ? found : tail(found, shape.from);
			if (secret === "" || isStandIn(secret) || shape.accept?.(secret) === false) continue;
			const start = match.index + match[0].indexOf(secret);
			yield {
				start,
				end: start + secret.length,
				kind: shape.kind
			};
		}
	}
}
/** From the first occurrence on, if the header of a JWT and its payload are there. */
function tail(text, from) {
	const at = text.indexOf(from);
	const secret = at === -1 ? "" : text.slice(at);
	return /^[^.]{13,}\.[^.]{10,}/.test(secret) ? secret : "";
}
const AWS_ID = /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g;
const AWS_SECRET = /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/g;
const AWS_NEIGHBOURHOOD = 300;
/** The 40 characters of an AWS secret access key have no mark of their own: they count near a key id. */
function* findAwsSecrets(text) {
	if (!/AKIA|ASIA/.test(text)) return;
	let searched = 0;
	for (const id of text.matchAll(AWS_ID)) {
		const from = Math.max(searched, id.index - AWS_NEIGHBOURHOOD);
		const to = Math.min(text.length, id.index + AWS_NEIGHBOURHOOD + 100);
		if (to <= from) continue;
		searched = Math.max(searched, to - 50);
		for (const secret of text.slice(from, to).matchAll(AWS_SECRET)) {
			const value = secret[0];
			if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || /^[0-9a-fA-F]+$/.test(value)) continue;
			if (value.includes("/") && !/\d/.test(value)) continue;
			yield {
				start: from + secret.index,
				end: from + secret.index + 40,
				kind: "aws-secret-access-key"
			};
		}
	}
}
//#endregion
//#region ../../src/redaction/urls.ts
/** Behind `scheme://`: `user:password@`; a user alone may be a token. */
const AUTHORITY = /([^\s/?#"'`<>@:\\]{0,256})(?::([^\s/?#"'`<>@\\]{1,1024}))?@([\w.%[\]-]{0,255})/y;
/** Passwords with an unescaped `/`, `?`, `#` or `@` occur in the connection strings of databases. */
const DATABASE_AUTHORITY = /[^\s:/"'`<>@\\]{0,128}:([^\s"'`<>\\]{1,256})@[\w.-]{1,255}(?::\d{1,5})?(?=[/?\s"'`,)]|$)/y;
const DATABASE_SCHEME = /(?:postgres(?:ql)?|mysqlx?|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse|oracle|cockroachdb|snowflake|neo4j|bolt)(?:\+\w{1,12})?$/i;
const PARAMETER = /[?&;#](?:amp;)?([\w.$-]{1,60})=([^\s&#?;()[\]{}"'`<>\\]{8,4096})/g;
const SECRET_PARAMETER = /^(?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature|x-oss-signature|x-cos-security-token|q-signature|hmac|hdnts|hdnea|token|access_token|refresh_token|id_token|auth|auth_token|authtoken|authkey|auth_key|apikey|api_key|api-key|api_token|key|secret|client_secret|private_token|sas|ticket|jwt|session|sessionid|session_token|password|passwd|pwd|pass|otp|magic|invite_token|reset_token|reset_password_token|confirmation_token|x-api-key|subscription-key|appid|app_key|code|skoid|hash|policy|ossaccesskeyid|security-token|sign)$/i;
/** These name harmless things too: only a generated value counts. */
const DOUBTFUL_PARAMETER = /^(?:key|code|hash|session|sessionid|policy|sign|ticket|auth|appid|otp|magic|skoid|pass)$/i;
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
	/\/(?:reset[-_]?password|password[-_]?reset|verify[-_]?email|magic[-_]?link|confirm[-_]?email|activate)\/([\w.~-]{20,400})/g
];
const WEBHOOK_ANCHOR = /hooks?[./]|webhook|ifttt|hc-ping|infura|alchemy|quiknode|ankr|\/(?:reset|password|verify|magic|confirm|activate)/i;
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|db|database|postgres|mysql|mongo|redis|rabbitmq|host|hostname|server|example\.(?:com|org)|host\.docker\.internal)\b/i;
/** Credentials in URLs: user information and query parameters. */
function* findUrlSecrets(text) {
	for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 3)) {
		yield* authoritySecrets(text, at + 3);
		if (DATABASE_SCHEME.test(text.slice(Math.max(0, at - 24), at))) yield* databasePassword(text, at + 3);
	}
	if (text.includes("=")) yield* findParameters(text);
}
function* authoritySecrets(text, at) {
	AUTHORITY.lastIndex = at;
	const match = AUTHORITY.exec(text);
	if (match === null) return;
	const [, user = "", password, host = ""] = match;
	const userEnd = at + user.length;
	if (isTokenUser(user)) yield {
		start: at,
		end: userEnd,
		kind: "url-credential"
	};
	if (password !== void 0 && isUrlPassword(user, password, host)) yield {
		start: userEnd + 1,
		end: userEnd + 1 + password.length,
		kind: "url-password"
	};
}
function* databasePassword(text, at) {
	DATABASE_AUTHORITY.lastIndex = at;
	const match = DATABASE_AUTHORITY.exec(text);
	const password = match?.[1] ?? "";
	if (!/[/?#@]/.test(password) || /^\d{1,5}\//.test(password) || isReference(password)) return;
	const start = at + (match?.[0].indexOf(`:${password}@`) ?? 0) + 1;
	yield {
		start,
		end: start + password.length,
		kind: "url-password"
	};
}
/** `https://<token>@github.com`: a user name does not look generated. */
function isTokenUser(user) {
	return user.length >= 16 && !isReference(user) && !isStandIn(user) && (isStrong(user) || hasRandomSegment(user));
}
/** Development defaults (`postgres:postgres@localhost`) and documentation are no secrets. */
function isUrlPassword(user, password, host) {
	if (isReference(password) || isPlaceholderWord(password) || /^\d{1,5}$/.test(password)) return false;
	if (password === user) return !LOCAL_HOST.test(host) && !isStandIn(password);
	return true;
}
function isPlaceholderWord(value) {
	return value.length >= 3 && isStandIn(value);
}
function* findParameters(text) {
	for (const match of text.matchAll(PARAMETER)) {
		const name = match[1] ?? "";
		if (!SECRET_PARAMETER.test(name)) continue;
		const value = withoutTrailing(match[2] ?? "", ".,;:)]}");
		if (isReference(value) || isStandIn(value) || isTechnical(value)) continue;
		if (!isStrong(value) && !hasRandomSegment(value)) {
			if (DOUBTFUL_PARAMETER.test(name) || !/\d/.test(value)) continue;
		}
		const start = match.index + match[0].length - (match[2] ?? "").length;
		yield {
			start,
			end: start + value.length,
			kind: /sig|hmac/i.test(name) ? "signature" : "url-token"
		};
	}
}
/** Webhooks and one-time links; for the long runs of a text. */
function* findWebhooks(text) {
	if (!WEBHOOK_ANCHOR.test(text)) return;
	for (const pattern of WEBHOOK) for (const match of text.matchAll(pattern)) {
		const secret = match[1] ?? "";
		if (isStandIn(secret) || !/\d/.test(secret)) continue;
		const start = match.index + match[0].length - secret.length;
		yield {
			start,
			end: start + secret.length,
			kind: "webhook"
		};
	}
}
//#endregion
//#region ../../src/redaction/redactor.ts
/** From specific to general: of equal finds the first one gives the kind. */
const DETECTORS = [
	findPrivateKeys,
	overLongRuns([
		findPrefixedTokens,
		findShapedTokens,
		findWebhooks
	]),
	findShapedAnywhere,
	findUrlSecrets,
	findHeaderSecrets,
	findFileSecrets,
	findCommandSecrets,
	findAssignments
];
/** A replacement may uncover what it hid (a quote, a line's end): texts are read until nothing changes, at most so often. */
const MOST_ROUNDS = 4;
function createRedactor(options = {}) {
	const strict = options.level === "strict";
	const detect = overViews(strict ? [...DETECTORS, findPersonal] : DETECTORS);
	const known = new KnownSecrets();
	const redactTexts = (texts) => settle(strict ? texts.map((text) => hideHomes(text, options.home)) : [...texts], detect, known);
	return {
		redact: (text) => redactTexts([text])[0] ?? "",
		redactAll: async (texts) => withSecretlint(redactTexts(texts), known),
		report: () => known.report()
	};
}
/** Most sessions leave nothing that concerns secretlint; then it is not even loaded. */
async function withSecretlint(texts, known) {
	const masked = texts.map(maskPlaceholders);
	const concerned = [...masked.keys()].filter((index) => concernsSecretlint(masked[index] ?? ""));
	if (concerned.length === 0) return texts;
	const found = await findWithSecretlint(concerned.map((index) => masked[index] ?? ""));
	for (const [order, index] of concerned.entries()) texts[index] = replaceAll(texts[index] ?? "", found[order] ?? [], known);
	return texts;
}
function settle(texts, detect, known) {
	const results = [...texts];
	for (const text of texts) known.reserve(text);
	let pending = texts.map((_text, index) => index);
	for (let round = 0; round < MOST_ROUNDS && pending.length > 0; round += 1) {
		const current = pending;
		const found = detectInAll(current.map((index) => maskPlaceholders(results[index] ?? "")), detect);
		for (const [order, index] of current.entries()) known.learn(results[index] ?? "", found[order] ?? []);
		pending = [];
		for (const [order, index] of current.entries()) {
			const text = results[index] ?? "";
			const replaced = replaceAll(text, [...found[order] ?? [], ...known.occurrences(text)], known);
			if (replaced === text) continue;
			results[index] = replaced;
			pending.push(index);
		}
	}
	return results;
}
function replaceAll(text, detections, known) {
	if (detections.length === 0) return text;
	let result = "";
	let from = 0;
	for (const { start, end, kind } of outsidePlaceholders(text, mergeDetections(detections))) {
		result += text.slice(from, start) + known.placeholderOf(text.slice(start, end), kind);
		from = end;
	}
	return result + text.slice(from);
}
//#endregion
export { createRedactor };
