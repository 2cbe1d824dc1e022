import { decompress } from 'fzstd';

const MAX_BLOCK_BYTES = 128 * 1024;

export function unpacked(bytes: Buffer): Buffer {
  return Buffer.from(decompress(bytes));
}

/** A Zstandard frame of stored blocks (RFC 8878, 3.1.1): compressed as little as the format allows. */
export function packed(bytes: Buffer): Buffer {
  const header = Buffer.alloc(9);
  header.writeUInt32LE(0xfd2fb528, 0);
  // One segment, four bytes of content size, no checksum.
  header.writeUInt8(0xa0, 4);
  header.writeUInt32LE(bytes.length, 5);
  const pieces: Buffer[] = [header];
  for (let at = 0; at === 0 || at < bytes.length; at += MAX_BLOCK_BYTES) {
    const block = bytes.subarray(at, at + MAX_BLOCK_BYTES);
    const isLast = at + MAX_BLOCK_BYTES >= bytes.length;
    const blockHeader = Buffer.alloc(3);
    blockHeader.writeUIntLE((block.length << 3) | Number(isLast), 0, 3);
    pieces.push(blockHeader, block);
  }
  return Buffer.concat(pieces);
}
