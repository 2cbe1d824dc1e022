import type { Detection } from './detection.ts';
import { hasRandomSegment, isStandIn, isStrong } from './secret-values.ts';

/** A secret known by its shape. `anchor` is a text without which the pattern cannot match: the cheap test comes first. */
interface Shape {
  readonly kind: string;
  readonly anchor: string | RegExp;
  /** Global; the group `secret`, if there is one, is what goes, else the whole match. */
  readonly pattern: RegExp;
  /** The secret begins here within the match; without it the match is none. */
  readonly from?: string;
  readonly accept?: (secret: string) => boolean;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const START = '(?<![A-Za-z0-9])';
const END = '(?![A-Za-z0-9])';

const SHAPES: readonly Shape[] = [
  {
    kind: 'jwt',
    anchor: 'eyJ',
    // From the start of the run, not from `eyJ`: a run of `eyJeyJ…` must not be read once per occurrence.
    pattern:
      /(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]{1,24}\.)?[A-Za-z0-9_-]{13,}\.[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]*){0,3}/g,
    from: 'eyJ',
  },
  {
    kind: 'telegram-bot-token',
    anchor: /:A[A-Za-z0-9]/,
    pattern: /(?<![A-Za-z0-9])(?:bot)?(?<secret>\d{7,11}:A[A-Za-z0-9_-]{32,36})(?![A-Za-z0-9])/g,
  },
  {
    kind: 'discord-token',
    anchor: '.',
    pattern:
      /(?<![A-Za-z0-9_.-])[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,45}(?![A-Za-z0-9])/g,
    accept: (secret) => /\d/.test(secret),
  },
  { kind: 'discord-token', anchor: 'mfa.', pattern: /(?<![A-Za-z0-9])mfa\.[A-Za-z0-9_-]{70,}/g },
  {
    kind: 'azure-client-secret',
    anchor: 'Q~',
    pattern: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])/g,
  },
  {
    kind: 'azure-devops-token',
    anchor: 'AZDO',
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{70,80}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'azure-key',
    anchor: /\+A(?:St|Ba|Sb|Eh|CR|Rm)|ACDb|AIoT|Az(?:Fu|Se|Ca)/,
    pattern:
      /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{28,80}(?:\+A(?:St|Ba|Sb|Eh|CR|Rm)|ACDb|AIoT|Az(?:Fu|Se|Ca))[A-Za-z0-9+/]{4,8}={0,2}(?![A-Za-z0-9+/=])/g,
    accept: (secret) => isStrong(secret),
  },
  {
    kind: 'terraform-token',
    anchor: '.atlasv1.',
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{10,20}\.atlasv1\.[A-Za-z0-9_-]{40,}/g,
  },
  {
    kind: 'mailchimp-key',
    anchor: '-us',
    pattern: new RegExp(`${START}[0-9a-f]{32}-us\\d{1,2}${END}`, 'g'),
  },
  {
    kind: 'airtable-token',
    anchor: 'pat',
    pattern: new RegExp(`${START}pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}${END}`, 'g'),
  },
  {
    kind: 'clickup-token',
    anchor: 'pk_',
    pattern: /(?<![A-Za-z0-9])pk_\d{5,12}_[A-Z0-9]{32}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'launchdarkly-key',
    anchor: /(?:sdk|mob|api)-[0-9a-f]{8}-/,
    pattern: new RegExp(`${START}(?:sdk|mob|api)-${UUID}${END}`, 'g'),
  },
  {
    kind: 'paypal-token',
    anchor: 'access_token$',
    pattern: /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}/g,
  },
  {
    kind: 'maxmind-key',
    anchor: '_mmk',
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])/g,
  },
  {
    kind: 'zhipu-key',
    anchor: '.',
    pattern: /(?<![A-Za-z0-9.])[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9.])/g,
    accept: (secret) => /[A-Z]/.test(secret) && /[g-zG-Z]/.test(secret.slice(33)),
  },
  {
    kind: '1password-secret-key',
    anchor: 'A3-',
    pattern:
      /(?<![A-Za-z0-9-])A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'asana-token',
    anchor: ':',
    pattern: /(?<![A-Za-z0-9/.])[012]\/\d{14,18}(?:\/\d{14,18})?:[0-9a-f]{32}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'firebase-server-key',
    anchor: ':APA91b',
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9_-]{7,24}:APA91b[A-Za-z0-9_-]{100,}/g,
  },
  {
    kind: 'twitter-token',
    anchor: 'AAAAAAAAAAAAAAAAAAAA',
    pattern: /(?<![A-Za-z0-9])A{20,24}[A-Za-z0-9%]{60,}/g,
    accept: (secret) => hasRandomSegment(secret),
  },
  { kind: 'ethereum-key', anchor: 'xprv', pattern: /(?<![A-Za-z0-9])xprv[A-Za-z0-9]{60,}/g },
];

/** These hold characters that no long run has. */
const SHAPES_ANYWHERE: readonly Shape[] = [
  {
    kind: 'minisign-key',
    anchor: 'secret key',
    pattern: /minisign[ \w]{0,20}secret key\r?\n(?<secret>RW[A-Za-z0-9+/=]{40,})/g,
  },
  {
    kind: 'password-hash',
    anchor: /\$(?:2[abxy]|apr1|[156y7PHS]|gy|sha1|argon2|scrypt|pbkdf2)|\{CRYPT|\{MD5/,
    pattern:
      /(?:\$(?:2[abxy]|apr1|1|5|6|y|7|gy|sha1|argon2(?:id|i|d)|scrypt|pbkdf2(?:-sha\d{1,3})?|P|H|S)\$|\{(?:S?SHA|SSHA256|SSHA512|MD5|SMD5|CRYPT)\})(?<secret>[A-Za-z0-9./+=,$-]{20,})/g,
    accept: (secret) => /\d/.test(secret) && /[A-Za-z]/.test(secret),
  },
  {
    kind: 'password-hash',
    anchor: '{S',
    pattern: /\{(?:S?SHA|SSHA256|SSHA512|SMD5)\}(?<secret>[A-Za-z0-9+/=]{20,})/g,
  },
  {
    kind: 'password-hash',
    anchor: /_sha\d+\$|SCRAM-SHA/,
    pattern:
      /(?:pbkdf2_sha\d{1,3}|bcrypt_sha256|scrypt)\$\d+\$(?<secret>[A-Za-z0-9./+=$]{20,})|SCRAM-SHA-\d{1,3}\$\d+:(?<other>[A-Za-z0-9./+=$:]{30,})/g,
  },
  {
    kind: 'password-hash',
    anchor: ':::',
    pattern: /:\d{3,5}:(?<secret>[0-9a-f]{32}:[0-9a-f]{32}):::/gi,
  },
];

/** Secrets without a telling beginning, by their whole shape; for the long runs of a text. */
export function findShapedTokens(text: string): Generator<Detection> {
  return findShapes(text, SHAPES);
}

/** Hashes of passwords, and AWS secret access keys near their ids; for whole texts. */
export function* findShapedAnywhere(text: string): Generator<Detection> {
  yield* findShapes(text, SHAPES_ANYWHERE);
  yield* findAwsSecrets(text);
}

function* findShapes(text: string, shapes: readonly Shape[]): Generator<Detection> {
  for (const shape of shapes) {
    const present = typeof shape.anchor === 'string' ? text.includes(shape.anchor) : shape.anchor.test(text);
    if (!present) continue;
    for (const match of text.matchAll(shape.pattern)) {
      const found = match.groups?.['secret'] ?? match.groups?.['other'] ?? match[0];
      const secret = shape.from === undefined ? found : tail(found, shape.from);
      if (secret === '' || isStandIn(secret) || shape.accept?.(secret) === false) continue;
      const start = match.index + match[0].indexOf(secret);
      yield { start, end: start + secret.length, kind: shape.kind };
    }
  }
}

/** From the first occurrence on, if the header of a JWT and its payload are there. */
function tail(text: string, from: string): string {
  const at = text.indexOf(from);
  const secret = at === -1 ? '' : text.slice(at);
  return /^[^.]{13,}\.[^.]{10,}/.test(secret) ? secret : '';
}

const AWS_ID = /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g;
const AWS_SECRET = /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/g;
const AWS_NEIGHBOURHOOD = 300;

/** The 40 characters of an AWS secret access key have no mark of their own: they count near a key id. */
function* findAwsSecrets(text: string): Generator<Detection> {
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
      if (value.includes('/') && !/\d/.test(value)) continue;
      yield { start: from + secret.index, end: from + secret.index + 40, kind: 'aws-secret-access-key' };
    }
  }
}
