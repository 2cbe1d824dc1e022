import type { EpochMs } from './session-event.ts';

/** How a session's last run ended, as far as its record tells. */
export type SessionEnding =
  /** The agent finished its turn. */
  | 'finished'
  /** Stopped by the human or a signal, or killed in the middle of a turn. */
  | 'interrupted'
  /** Quota or rate limit. */
  | 'usage-limit'
  | 'context-limit'
  /** The model's service failed. */
  | 'error'
  /** The agent asked the human something and got no answer. */
  | 'waiting'
  | 'unknown';

/** What a store's listing knows for nothing: no file is opened to make one. */
export interface SessionEntry {
  /** Name of the source in the registry. */
  source: string;
  /** The agent's own id of the session. */
  id: string;
  /** The store's file name holds only the beginning of the id: `id` is that. */
  partialId?: true;
  /** File that holds it; for a database, the database's file. Absolute. */
  location: string;
  /** Last modification of that file (or row). Never earlier than what the session records. */
  modifiedAt: EpochMs;
  /** Size of the file, or of the session's rows where the store tells it; else 0. */
  sizeBytes: number;
}

/** What the first and last few kilobytes of a session tell. Every field is optional: a torn file still lists. */
export interface SessionDescription {
  title?: string;
  /** Working directory as recorded, perhaps on another machine. */
  directory?: string;
  branch?: string;
  commit?: string;
  /** Remote of the repository as recorded. */
  remote?: string;
  createdAt?: EpochMs;
  /** Last activity as recorded. */
  updatedAt?: EpochMs;
  /** Session that this one was forked from or spawned by. */
  parentId?: string;
  /** Written by a sub-agent: never a root session. */
  subAgent?: boolean;
  ending?: SessionEnding;
  model?: string;
  messageCount?: number;
  /** Version of the agent that wrote it. */
  agentVersion?: string;
  /** The id as recorded, where the file's name holds a sanitised form of it. */
  id?: string;
  /** Last activity as recorded, where its text is finer than `updatedAt`. */
  updatedAtText?: string;
  agentName?: string;
  totalTokens?: number;
  /** US dollars. */
  cost?: number;
  /** Where the store itself is divided by project (PraisonAI): the project's id, or `global`. */
  projectId?: string;
  /** Brought here from another store: the agent that wrote it, and that agent's id of it. */
  origin?: { source: string; id: string };
  /** The file cannot be read as a session: it is counted, not listed. */
  unreadable?: boolean;
}

/** What reading a session met. Skips are reported, never silent. */
export interface ReadReport {
  /** Records understood or knowingly ignored. */
  records: number;
  /** Records of a type that this reader does not know. */
  unknown: number;
  /** Records that could not be parsed, not even in part. */
  broken: number;
  /** Facts a person should know: a torn last line, a missing write-ahead log. One sentence each. */
  warnings: string[];
}
