/** What `praisonai doctor` finds. Paths are absolute, times ISO 8601 in UTC. */
export interface DoctorReport {
  version: string;
  node: string;
  platform: string;
  project: { id: string; kind: string; root: string };
  stores: StoreReport[];
  /** Ways to the clipboard, best first. */
  clipboard: string[];
  /** Agents whose program is on PATH. */
  agents: { name: string; path: string }[];
  /** The SQLite driver; `null` when there is none. */
  sqlite: string | null;
  locking: string;
  configuration: { path: string; exists: boolean };
  /** The store that `push`, `pull` and `--store` use; `null` where none is configured. */
  shared_store: SharedStoreReport | null;
  problems: Problem[];
}

export interface SharedStoreReport {
  /** Without password. */
  place: string;
  reachable: boolean;
  /** Counted up to 10,000; `null` where it cannot be read. */
  sessions: number | null;
}

export interface StoreReport {
  source: string;
  label: string;
  roots: { path: string; exists: boolean }[];
  sessions: number;
  sub_agent_sessions: number;
  newest_at: string | null;
  /** Versions of the agent that wrote the sessions, oldest first. */
  versions: string[];
  unreadable: string[];
  /** Records of the newest session, by how far this program understands them. */
  newest?: { id: string; records: number; unknown: number; broken: number } | undefined;
}

/** Something that a person can do something about. */
export interface Problem {
  problem: string;
  advice: string;
}
