import { createRedactor } from '../../src/redaction/redactor.ts';
import { randomOf } from './fake.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import type { SecretCase, SecretKind } from './secret-kinds.ts';
import { SECRET_KINDS } from './secrets.ts';

/** So many characters of a secret in a row are a leak. */
const TELLING_CHARS = 12;

export interface Leak extends SecretCase {
  readonly kind: SecretKind;
  readonly output: string;
}

export interface FamilyRow {
  readonly family: string;
  kinds: number;
  cases: number;
  leaked: number;
}

/** What sessions do to texts: records in records, file listings, diffs, search results, quotations. */
export const DRESSES: Readonly<Record<string, (text: string) => string>> = {
  'JSON in a string': (text) => JSON.stringify(text),
  'JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
  'a numbered listing': (text) =>
    lineByLine(text, (line, number) => `${String(number).padStart(6)}\t${line}`),
  'an arrow listing': (text) => lineByLine(text, (line, number) => `${String(number).padStart(5)}→${line}`),
  'a diff': (text) => lineByLine(text, (line) => `+${line}`),
  'search results': (text) => lineByLine(text, (line, number) => `config/a.env:${number}:${line}`),
  'a quotation': (text) => lineByLine(text, (line) => `> ${line}`),
  'CRLF line ends': (text) => text.replaceAll('\n', '\r\n'),
  indentation: (text) => lineByLine(text, (line) => `      ${line}`),
};

function lineByLine(text: string, dress: (line: string, number: number) => string): string {
  return text
    .split('\n')
    .map((line, index) => dress(line, index + 1))
    .join('\n');
}

/** Every case of every kind, each with a redactor of its own: nothing is learnt from the other cases. */
export async function measureLeaks(
  dress: (text: string) => string = (text) => text,
): Promise<{ rows: FamilyRow[]; leaks: Leak[]; cases: number }> {
  const rows = new Map<string, FamilyRow>();
  const leaks: Leak[] = [];
  let cases = 0;
  for (const kind of SECRET_KINDS) {
    const row = rows.get(kind.family) ?? { family: kind.family, kinds: 0, cases: 0, leaked: 0 };
    rows.set(kind.family, row);
    row.kinds += 1;
    for (const example of kind.cases(randomOf(kind.name))) {
      cases += 1;
      row.cases += 1;
      const output = (await createRedactor().redactAll([dress(example.text)]))[0] ?? '';
      if (!example.secret.split('\n').some((line) => tells(output, line))) continue;
      row.leaked += 1;
      leaks.push({ ...example, kind, output });
    }
  }
  return { rows: [...rows.values()], leaks, cases };
}

/** Whether a piece of the secret is left. */
function tells(output: string, secret: string): boolean {
  const size = Math.min(TELLING_CHARS, secret.length);
  for (let at = 0; at + size <= secret.length; at += 1) {
    if (output.includes(secret.slice(at, at + size))) return true;
  }
  return false;
}

export interface LookAlikeRow {
  readonly group: string;
  readonly texts: number;
  readonly lost: readonly { text: string; output: string }[];
}

/** Every look-alike through `redactAll`; it must come out unchanged. */
export async function measureLookAlikes(
  dress: (text: string) => string = (text) => text,
): Promise<LookAlikeRow[]> {
  const rows: LookAlikeRow[] = [];
  for (const [group, texts] of Object.entries(LOOK_ALIKES)) {
    const lost: { text: string; output: string }[] = [];
    for (const text of texts) {
      const output = (await createRedactor().redactAll([dress(text)]))[0] ?? '';
      if (output !== dress(text)) lost.push({ text, output });
    }
    rows.push({ group, texts: texts.length, lost });
  }
  return rows;
}
