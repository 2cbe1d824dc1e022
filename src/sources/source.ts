import type { HandoffOptions } from '../handoff/build-handoff-prompt.ts';
import type { ReadReport, SessionDescription, SessionEntry } from '../model/session.ts';
import type { SessionEvent } from '../model/session-event.ts';
import type { SessionProvenance } from '../stores/session-origin.ts';

/** The part of the machine that decides where stores are. Passed in, so that a test (or another home) is another value. */
export interface Environment {
  /** Absolute. */
  home: string;
  variables: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** Working directory of this process. Absolute. */
  directory: string;
}

/** What a store itself keeps for a handoff. */
export interface DurableState {
  /** The sections, from texts that went through `clean`, whole, before anything was cut. */
  handoff(clean: (text: string) => string): HandoffOptions;
  /** The digest of the events makes the sections that this does not have. */
  withDigest: boolean;
  /** What reading them met. */
  report: ReadReport;
}

/**
 * Where one agent keeps its sessions, and the way to what reads them. Every command loads all of these, and a reader only
 * when one of its sessions is opened. A store that does not exist lists nothing.
 */
export interface SessionSource {
  /** Kebab case; the `source` of `source:id`. */
  readonly name: string;
  /** The agent's name as its makers write it. */
  readonly label: string;
  /** Absolute paths where this agent keeps sessions on this machine, most specific first; they need not exist. */
  roots(environment: Environment): string[];
  /** Every session, sub-agents' included where only opening the file tells them apart. One stat each, no file opened. */
  list(environment: Environment): Iterable<SessionEntry>;
  /** Loads what opens the sessions: the agent's `session-reader.ts`. */
  reader(): Promise<SessionReader>;
}

/**
 * Reads one agent's sessions, and writes nothing.
 *
 * Nothing in a store is trusted or changed: files are opened read-only and never locked, ids and paths are data,
 * unknown records are ignored and counted, broken ones are skipped and counted. No method throws because of what a
 * store holds.
 */
export interface SessionReader {
  /** Reads a bounded part of the file: its head and its tail. */
  describe(entry: SessionEntry): SessionDescription;
  /** Sends the active branch's events in order; reads every byte once, in bounded memory. */
  read(entry: SessionEntry, emit: (event: SessionEvent) => void): ReadReport;
  /**
   * For a store that keeps goal, recap and checkpoint itself: the handoff's sections from them. Without it, or when it
   * gives `undefined`, the digest of the events makes them.
   */
  durableState?(entry: SessionEntry, environment: Environment): DurableState | undefined;
  /** Of a session that came from elsewhere: what it is called there, and the repository that it worked in. */
  provenance?(entry: SessionEntry): SessionProvenance | undefined;
  /** For a store whose file is what `buildRecap` takes: that session. */
  history?(entry: SessionEntry): unknown;
}
