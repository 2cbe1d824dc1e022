import type { Detection } from './detection.ts';

const MARK =
  /-{4,5} ?(BEGIN|END) (?:[A-Za-z0-9]{1,12} ){0,3}(?:PRIVATE KEY(?: BLOCK)?|Static key V1) ?(?:-{4,5})?/g;

/** Around the lines of a key: line breaks (also written `\n`), quotes, commas, the signs of diffs and listings. */
const BETWEEN = /(?:\\{1,4}[nr]|[\s"'`,+>|\\]){0,80}/y;
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Hash): ?[^\n\\]{1,100}/y;
const CHUNK = /[A-Za-z0-9+/=]{1,20000}/y;

const LONGEST_KEY = 20_000;

const PPK = /Private-Lines: \d+\s{1,20}((?:[A-Za-z0-9+/=]{16,200}\s{0,12}){1,200})/g;
const JWK_MEMBER = /["'](?:d|p|q|dp|dq|qi|k)["']\s{0,4}:\s{0,4}["']([A-Za-z0-9_-]{20,})["']/g;
const XML_RSA_MEMBER = /<(?:D|P|Q|DP|DQ|InverseQ)>([A-Za-z0-9+/=]{20,})<\//g;

/** Private keys: PEM, OpenSSH, PGP, PuTTY, JWK, XML; also when a cut took the beginning or the end away. */
export function* findPrivateKeys(text: string): Generator<Detection> {
  if (text.includes('BEGIN ') || text.includes('END ')) yield* findBlocks(text);
  if (text.includes('Private-Lines')) yield* groupDetections(text, PPK);
  if (text.includes('kty')) yield* groupDetections(text, JWK_MEMBER);
  if (text.includes('<RSAKeyValue')) yield* groupDetections(text, XML_RSA_MEMBER);
}

function* groupDetections(text: string, pattern: RegExp): Generator<Detection> {
  for (const match of text.matchAll(pattern)) {
    const secret = (match[1] ?? '').trimEnd();
    const start = match.index + match[0].indexOf(secret);
    yield { start, end: start + secret.length, kind: 'private-key' };
  }
}

/** From mark to mark. A mark without its partner takes the base64 that follows it, or stands before it. */
function* findBlocks(text: string): Generator<Detection> {
  const marks = [...text.matchAll(MARK)];
  for (const [index, mark] of marks.entries()) {
    const behind = mark.index + mark[0].length;
    const next = marks[index + 1];
    if (mark[1] === 'END') {
      const previous = marks[index - 1];
      if (previous?.[1] === 'BEGIN' && mark.index - previous.index <= LONGEST_KEY) continue;
      const start = tailStart(
        text,
        mark.index,
        previous === undefined ? 0 : previous.index + previous[0].length,
      );
      if (start !== undefined) yield { start, end: behind, kind: 'private-key' };
      continue;
    }
    const paired = next?.[1] === 'END' && next.index - mark.index <= LONGEST_KEY;
    const end = paired ? next.index + next[0].length : openEnd(text, behind);
    // The marks alone, as in a pattern or a sentence about keys, are no key.
    if (/[A-Za-z0-9+/=]{16}/.test(text.slice(behind, paired ? next.index : end)))
      yield { start: mark.index, end, kind: 'private-key' };
  }
}

/** Behind the last base64 run that can belong to a key without its END mark. */
function openEnd(text: string, bodyStart: number): number {
  let at = bodyStart;
  let end = bodyStart;
  let longest = 0;
  while (at - bodyStart < LONGEST_KEY) {
    at = endOf(BETWEEN, text, at) ?? at;
    const header = endOf(HEADER, text, at);
    const chunkEnd = header ?? endOf(CHUNK, text, at);
    if (chunkEnd === undefined) break;
    const length = header === undefined ? chunkEnd - at : 0;
    const belongs =
      header !== undefined || length >= 24 || (longest >= 40 && isRemainder(text.slice(at, chunkEnd)));
    if (!belongs) break;
    longest = Math.max(longest, length);
    end = chunkEnd;
    at = chunkEnd;
  }
  return end;
}

/** A key's last line may be short; a word of the text that follows has letters only. */
function isRemainder(chunk: string): boolean {
  return chunk.length >= 16 || /[\d+/=]/.test(chunk) || /^=/.test(chunk);
}

/** Where the base64 lines before an END mark begin. */
function tailStart(text: string, mark: number, after: number): number | undefined {
  const lowest = Math.max(after, mark - LONGEST_KEY);
  let start = mark;
  while (start > lowest && isTailCode(text.charCodeAt(start - 1))) start -= 1;
  const first = /[A-Za-z0-9+/=]{40,}/.exec(text.slice(start, mark));
  return first === null ? undefined : start + first.index;
}

function isTailCode(code: number): boolean {
  if ((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)) return true;
  return (
    code === 10 || code === 13 || code === 32 || code === 43 || code === 47 || code === 61 || code === 92
  );
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
