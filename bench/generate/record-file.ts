import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const BUFFER_CHARS = 1 << 20;

/** A file of one JSON record a line, written in large pieces. */
export class RecordFile {
  readonly #path: string;
  readonly #descriptor: number;
  #pending = '';
  #written = 0;
  #pendingBytes = 0;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#path = path;
    this.#descriptor = openSync(path, 'w');
  }

  get bytes(): number {
    return this.#written + this.#pendingBytes;
  }

  add(record: object): void {
    const line = `${JSON.stringify(record)}\n`;
    this.#pending += line;
    this.#pendingBytes += Buffer.byteLength(line);
    if (this.#pending.length >= BUFFER_CHARS) this.#flush();
  }

  /** @returns the bytes written. */
  close(modifiedAt: number): number {
    this.#flush();
    closeSync(this.#descriptor);
    utimesSync(this.#path, modifiedAt / 1000, modifiedAt / 1000);
    return this.#written;
  }

  #flush(): void {
    const data = Buffer.from(this.#pending);
    for (let offset = 0; offset < data.length; ) offset += writeSync(this.#descriptor, data, offset);
    this.#written += data.length;
    this.#pending = '';
    this.#pendingBytes = 0;
  }
}
