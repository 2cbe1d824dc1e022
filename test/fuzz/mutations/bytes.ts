import type { Random } from '../../../bench/generate/random.ts';

type Damage = (bytes: Buffer, random: Random) => Buffer;

/** What is no UTF-8: a lone continuation, an overlong slash, half of a rocket, a surrogate, bytes that never occur. */
const INVALID_UTF8 = [[0x80], [0xc0, 0xaf], [0xf0, 0x9f, 0x9a], [0xed, 0xa0, 0x80], [0xfe], [0xff, 0xff]].map(
  (codes) => Buffer.from(codes),
);

const flip: Damage = (bytes, random) => {
  const copy = Buffer.from(bytes);
  for (let left = random.pick([1, 1, 4, 40]); left > 0 && copy.length > 0; left -= 1) {
    const at = random.integer(0, copy.length - 1);
    copy[at] = random.chance(0.5) ? (copy[at] ?? 0) ^ (1 << random.integer(0, 7)) : random.integer(0, 255);
  }
  return copy;
};

const insertAt = (bytes: Buffer, at: number, piece: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);

/** What a crash, a full disk or a careless tool makes of a run of bytes. */
const DAMAGES: readonly Damage[] = [
  flip,
  flip,
  flip,
  (bytes, random) => bytes.subarray(0, random.integer(0, bytes.length)),
  (bytes, random) => bytes.subarray(0, random.integer(0, bytes.length)),
  (bytes, random) => bytes.subarray(random.integer(0, bytes.length)),
  (bytes, random) => {
    const from = random.integer(0, bytes.length);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(random.integer(from, bytes.length))]);
  },
  // What a power failure leaves of a file whose length was written before its content.
  (bytes, random) => {
    const from = random.integer(0, bytes.length);
    const copy = Buffer.from(bytes);
    return copy.fill(0, from, random.integer(from, bytes.length));
  },
  (bytes, random) =>
    insertAt(bytes, random.integer(0, bytes.length), Buffer.alloc(random.pick([1, 7, 4096]))),
  (bytes, random) => insertAt(bytes, random.integer(0, bytes.length), random.pick(INVALID_UTF8)),
  (bytes, random) => insertAt(bytes, random.integer(0, bytes.length), garbage(random)),
  (bytes, random) => {
    const from = random.integer(0, bytes.length);
    return insertAt(
      bytes,
      random.integer(0, bytes.length),
      bytes.subarray(from, random.integer(from, bytes.length)),
    );
  },
];

export function damage(bytes: Buffer, random: Random): Buffer {
  return random.pick(DAMAGES)(bytes, random);
}

const WHOLE_FILES: readonly Damage[] = [
  () => Buffer.alloc(0),
  () => Buffer.from('\n'),
  () => Buffer.from('{}'),
  () => Buffer.from('[]'),
  () => Buffer.from('null'),
  () => Buffer.from('{'),
  () => Buffer.from('{"messages":'),
  () => Buffer.from('SQLite format 3\0'),
  () => Buffer.alloc(5000),
  (_, random) => garbage(random),
  (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('\n', '\r\n')),
  (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('\n', '\r')),
  (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('\n', '')),
  (bytes) => Buffer.concat([bytes, bytes]),
  (bytes, random) => damage(damage(bytes, random), random),
];

/** A whole file in another form. */
export function replaceFile(bytes: Buffer, random: Random): Buffer {
  return random.pick(WHOLE_FILES)(bytes, random);
}

export function garbage(random: Random): Buffer {
  const length = random.pick([1, 5, 60, 900]);
  const bytes = Buffer.alloc(length);
  const printable = random.chance(0.5);
  for (let at = 0; at < length; at += 1)
    bytes[at] = printable ? random.integer(0x20, 0x7e) : random.integer(0, 255);
  return bytes;
}
