import { fake } from './fake.ts';
import type { SecretKind } from './secret-kinds.ts';

/** A secret that its surroundings tell: template of the secret, then texts by context, `§` for the secret. */
export type Situated = readonly [name: string, secret: string, texts: Readonly<Record<string, string>>];

/** A password that a person might have a program choose. */
export const PASSWORD = '{A5}#{A5}!{d2}';

/** A `!` behind the name marks the common kinds. */
export function situatedKinds(family: SecretKind['family'], kinds: readonly Situated[]): SecretKind[] {
  return kinds.map(([name, template, texts]) => ({
    name: name.replace('!', ''),
    family,
    common: name.endsWith('!'),
    cases: (random) =>
      Object.entries(texts).map(([context, text]) => {
        const secret = fake(template, random);
        return { context, secret, text: fake(text, random).replaceAll('§', () => secret) };
      }),
  }));
}
