import type { Random } from './fake.ts';

/** One text that holds a secret. `secret` must not survive redaction, nor twelve of its characters in a row. */
export interface SecretCase {
  /** Where it stands: env, JSON, shell, header, prose, file, … */
  readonly context: string;
  readonly text: string;
  readonly secret: string;
}

/** A kind of secret that a real tool would accept, with the places where sessions show it. */
export interface SecretKind {
  readonly name: string;
  readonly family:
    | 'models'
    | 'code'
    | 'cloud'
    | 'services'
    | 'named'
    | 'passwords'
    | 'urls'
    | 'headers'
    | 'keys'
    | 'files'
    | 'commands';
  /** Of the kinds that people paste most: not one of its cases may leak. */
  readonly common: boolean;
  readonly cases: (random: Random) => SecretCase[];
}
