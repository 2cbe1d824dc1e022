import type { Detection } from './detection.ts';
import { isReference, isStandIn } from './secret-values.ts';

const NETRC =
  /\b(?:machine[ \t]+\S{1,200}|default)\s{1,8}login\s{1,8}\S{1,200}\s{1,8}(?:account\s{1,8}\S{1,100}\s{1,8})?password\s{1,8}(\S{2,400})/g;
const PGPASS =
  /(?<![\w.*/:-])[\w.*-]{1,200}:(?:5432|5433|6432|6543|\*):[\w.*-]{1,100}:[\w.*@-]{1,100}:([^\s"'\u0060\\]{3,200})(?=[\s"'\u0060\\]|$)/g;
const NPM_AUTH = /(?:^|[\n:]|\\n)_(?:authToken|auth|password)=[ \t]{0,4}"?([^\s"'$<{\\]{6,1000})/g;
const DOCKER_AUTH = /\\?"(?:auth|identitytoken)\\?"\s{0,8}:\s{0,8}\\?"([A-Za-z0-9+/=_.-]{8,4000})\\?"/g;
const KUBERNETES_SECRET = /kind\\?["']?:[ \t]{0,4}\\?["']?[Ss]ecret\b(?!-)/g;
const DATA_BLOCK = /(?:^|\n|\\n|[,{])([ \t]{0,20})["']?(?:data|stringData)["']?:[ \t]{0,4}\{?/g;
const DATA_ENTRY =
  /(?:(?:\n|\\n)[ \t]{0,30}#[^\n\\]{0,200}){0,20}(?:\n|\\n|[{,])([ \t]{0,30})["']?[\w.-]{1,200}["']?:[ \t]{1,4}(?:[|>][-+]?[ \t]{0,4}(?:\n|\\n)[ \t]{0,30})?["']?([^\s"',{}\\]{4,8192})/gy;
const CONNECTION_PART =
  /(?:AccountKey|SharedAccessKey|SharedAccessSignature|SharedSecretIssuer|PrimaryKey|Pwd)=([^;\s"'<>]{3,1000})/g;
const WIFI_PSK = /\bpsk="([^"\n]{6,64})"/g;
const LARAVEL_KEY = /APP_KEY=(base64:[A-Za-z0-9+/=]{20,})/g;
const CISCO =
  /\b(?:password|secret)[ \t]{1,4}(?:\d{1,2}[ \t]{1,4})([0-9A-F]{8,128}|\$\d\$[^\s"'`\\]{8,200})(?=[\s"'`\\]|$)/gi;

/** Longest stretch behind `kind: Secret` in which its data is looked for. */
const MANIFEST_CHARS = 20_000;

/** Secrets in files of known formats, where no telling name stands before the value. */
export function* findFileSecrets(text: string): Generator<Detection> {
  if (text.includes('login')) yield* groups(text, NETRC, 'password');
  if (/:(?:5432|5433|6432|6543|\*):/.test(text)) yield* groups(text, PGPASS, 'password');
  if (text.includes('_auth') || text.includes('_password')) yield* groups(text, NPM_AUTH, 'npm-token');
  if (/"(?:auth|identitytoken)\\?"/.test(text)) yield* groups(text, DOCKER_AUTH, 'docker-auth');
  if (/Key=|Signature=|Issuer=|Pwd=/.test(text)) yield* groups(text, CONNECTION_PART, 'connection-key');
  if (text.includes('psk=')) yield* groups(text, WIFI_PSK, 'password');
  if (text.includes('APP_KEY=')) yield* groups(text, LARAVEL_KEY, 'api-key');
  if (/password \d|secret \d/.test(text)) yield* groups(text, CISCO, 'password');
  if (text.includes('ecret')) yield* findKubernetesSecrets(text);
}

function* groups(text: string, pattern: RegExp, kind: string): Generator<Detection> {
  for (const match of text.matchAll(pattern)) {
    const value = match[1] ?? '';
    if (isReference(value) || isStandIn(value)) continue;
    const start = match.index + match[0].lastIndexOf(value);
    yield { start, end: start + value.length, kind };
  }
}

/** Every entry under `data:` or `stringData:` of a Kubernetes Secret, whatever its name. */
function* findKubernetesSecrets(text: string): Generator<Detection> {
  let done = 0;
  const endOf = manifestEnds(text);
  for (const manifest of text.matchAll(KUBERNETES_SECRET)) {
    const from = Math.max(done, manifest.index - 2000);
    const to = endOf(manifest.index + manifest[0].length);
    if (to <= from) continue;
    done = to;
    const part = text.slice(from, to);
    for (const block of part.matchAll(DATA_BLOCK)) {
      const indent = (block[1] ?? '').length;
      yield* dataEntries(part, block.index + block[0].length, indent, from);
    }
  }
}

function* dataEntries(part: string, at: number, indent: number, offset: number): Generator<Detection> {
  DATA_ENTRY.lastIndex = part[at - 1] === '{' ? at - 1 : at;
  for (let entry = DATA_ENTRY.exec(part); entry !== null; entry = DATA_ENTRY.exec(part)) {
    if ((entry[1] ?? '').length <= indent && part[at - 1] !== '{') return;
    const value = entry[2] ?? '';
    const end = offset + entry.index + entry[0].length;
    if (!isReference(value) && !isStandIn(value))
      yield { start: end - value.length, end, kind: 'kubernetes-secret' };
    if (/["']/.test(part[DATA_ENTRY.lastIndex] ?? '')) DATA_ENTRY.lastIndex += 1;
  }
}

/** Ends of manifests: the next `---` line, or `MANIFEST_CHARS` on. Positions must be asked in rising order. */
function manifestEnds(text: string): (from: number) => number {
  const separators = Array.from(text.matchAll(/\n---/g), (match) => match.index);
  let next = 0;
  return (from) => {
    while (next < separators.length && (separators[next] ?? 0) < from) next += 1;
    return Math.min(separators[next] ?? text.length, text.length, from + MANIFEST_CHARS);
  };
}
