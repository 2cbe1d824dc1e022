/**
 * A PraisonAI session as it is persisted, field by field in the spelling of the file (Python `praisonai`,
 * session/store and session/hierarchy). Everything not named here is kept as it stands when a session is rewritten.
 */

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

export interface ToolCallRecord {
  id: string;
  type: string;
  function: {
    name: string;
    /** The arguments as JSON text. */
    arguments: string;
  };
}

/** `tool` is the result of a call; `system` also carries the summary of messages that were moved to the archive. */
export type MessageRole = 'user' | 'assistant' | 'system' | 'tool';

export interface MessageRecord {
  role: MessageRole;
  content: string;
  /** Epoch seconds with a fraction. */
  timestamp?: number;
  /** `compaction: true` and `compacted_count` mark the summary that retention puts at the head. */
  metadata: JsonObject;
  /** On an assistant's message. */
  tool_calls?: ToolCallRecord[];
  /** On a `tool` message: the call that it answers. */
  tool_call_id?: string;
}

/** The model-written summary of an earlier part of the conversation. */
export interface CompactionRecord {
  summary: string;
  /** How many of `messages` the summary covers: those from this index on follow it. */
  message_index: number;
  role: string;
  tokens_before: number;
  tokens_after: number;
  /** Epoch seconds. */
  timestamp?: number;
  metadata: JsonObject;
}

export interface SessionRecord {
  session_id: string;
  /** The active window, oldest first. */
  messages: MessageRecord[];
  /** ISO 8601 with microseconds and `+00:00`, as recorded. */
  created_at?: string;
  updated_at?: string;
  agent_name?: string;
  user_id?: string;
  /** `title`, `model`, `goal_state`, `workflow_checkpoint`, `usage`, `total_tokens`, `cost`, …; untrusted shapes. */
  metadata: JsonObject;
  gateway_session_id?: string;
  agent_id?: string;
  /** Messages that retention moved out of the window, oldest first. */
  archived_messages: MessageRecord[];
  last_compaction?: CompactionRecord;
  /** The session that this one was forked from or spawned by. */
  parent_id?: string;
  /** Index of the parent's message at which the fork was made, as text. */
  forked_from_message_id?: string;
  children_ids: string[];
  title?: string;
  model?: string;
  is_shared: boolean;
}
