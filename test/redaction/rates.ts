import { createRedactor, type Redactor } from '../../src/redaction/redactor.ts';
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

/** Every case of every kind, each with a redactor of its own: nothing is learnt from the other cases. */
export async function measureLeaks(
  make: () => Redactor = createRedactor,
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
      const output = (await make().redactAll([example.text]))[0] ?? '';
      if (!tells(output, example.secret)) continue;
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
export async function measureLookAlikes(make: () => Redactor = createRedactor): Promise<LookAlikeRow[]> {
  const rows: LookAlikeRow[] = [];
  for (const [group, texts] of Object.entries(LOOK_ALIKES)) {
    const lost: { text: string; output: string }[] = [];
    for (const text of texts) {
      const output = (await make().redactAll([text]))[0] ?? '';
      if (output !== text) lost.push({ text, output });
    }
    rows.push({ group, texts: texts.length, lost });
  }
  return rows;
}
