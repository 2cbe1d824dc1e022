import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Random } from './random.ts';
import { RecordFile } from './record-file.ts';
import { type Step, Story } from './story.ts';
import type { Texts } from './texts.ts';

/** What to make: one session of one agent. */
export interface SessionRequest {
  /** Home directory that holds the agent's store. Absolute. */
  home: string;
  /** Working directory that the session records. Absolute. */
  directory: string;
  /** Epoch milliseconds. */
  startedAt: number;
  /** About this many bytes in the session's own file, sub-agents' files not counted. */
  bytes: number;
  /** The same seed and request give the same bytes. */
  seed: string;
}

export interface MadeSession {
  agent: string;
  /** As `session handoff` takes it. */
  id: string;
  /** The file (or database) that holds it. */
  path: string;
  /** Of everything that was written for it. */
  bytes: number;
}

/** Turns steps into an agent's own records. */
export interface Recorder {
  /** What stands before the first step. */
  opening(): object[];
  record(step: Step): object[];
}

/** One agent: writes sessions into its store in the shapes that the agent writes. */
export interface AgentWriter {
  name: string;
  /** Why this agent's store cannot be made on this machine. */
  obstacle?(): string | undefined;
  write(scene: Scene): MadeSession;
  /** After the last session of a home. */
  finish?(home: string): void;
}

/** Everything that a session is made from: its chance, its story, its clock. */
export class Scene {
  readonly request: SessionRequest;
  readonly texts: Texts;
  readonly random: Random;
  readonly story: Story;
  /** Bytes written so far, in every file. */
  bytes = 0;
  #now: number;

  constructor(request: SessionRequest, texts: Texts) {
    this.request = request;
    this.texts = texts;
    this.random = new Random(request.seed);
    this.story = new Story(this.random, texts, request.directory, request.bytes);
    this.#now = request.startedAt;
  }

  get now(): number {
    return this.#now;
  }

  /** Lets some time pass; the new time in epoch milliseconds. */
  later(mostMilliseconds = 4_000): number {
    this.#now += this.random.integer(20, mostMilliseconds);
    return this.#now;
  }

  /** ISO 8601 after some time has passed. */
  stamp(): string {
    return new Date(this.later()).toISOString();
  }

  /** Absolute path below the home. */
  place(...segments: string[]): string {
    return join(this.request.home, ...segments);
  }

  /** Fills a file with one record a line until it has the requested size; its last modification is the scene's time. */
  writeLines(path: string, recorder: Recorder): void {
    const file = new RecordFile(path);
    for (const record of recorder.opening()) file.add(record);
    const ending = this.story.ending();
    const full = this.request.bytes - sizeOf(ending);
    while (file.bytes < full) for (const record of recorder.record(this.story.next())) file.add(record);
    for (const step of ending) for (const record of recorder.record(step)) file.add(record);
    this.bytes += file.close(this.#now);
  }

  /** The same for steps that are given, as a sub-agent's. */
  writeSteps(path: string, recorder: Recorder, steps: readonly Step[]): void {
    const file = new RecordFile(path);
    for (const record of recorder.opening()) file.add(record);
    for (const step of steps) for (const record of recorder.record(step)) file.add(record);
    this.bytes += file.close(this.#now);
  }

  /**
   * The records of a session that is kept as one indented JSON document, as many as give it about the requested size
   * together with the `around` bytes that the document has besides them.
   */
  collect(recorder: Recorder, around = 0): object[] {
    const records: object[] = [];
    const ending = this.story.ending();
    const full = this.request.bytes - sizeOf(ending) - around;
    let bytes = 0;
    const add = (more: readonly object[]): void => {
      for (const record of more) {
        records.push(record);
        bytes += Buffer.byteLength(JSON.stringify([[record]], null, 2));
      }
    };
    add(recorder.opening());
    while (bytes < full) add(recorder.record(this.story.next()));
    for (const step of ending) add(recorder.record(step));
    return records;
  }

  writeText(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    utimesSync(path, this.#now / 1000, this.#now / 1000);
    this.bytes += Buffer.byteLength(text);
  }

  made(agent: string, id: string, path: string): MadeSession {
    return { agent, id, path, bytes: this.bytes };
  }
}

/** About what steps take up once they are recorded. */
export function sizeOf(steps: readonly Step[]): number {
  return Buffer.byteLength(JSON.stringify(steps));
}
