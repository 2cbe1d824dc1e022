import type { RequestVia } from '../../model/session-event.ts';
import { text } from '../fields.ts';

type Fields = { [key: string]: unknown };

/**
 * How a `user.message` reached the agent; `undefined` when no human wrote it.
 *
 * `source` is absent or `user` for what was typed; `agent-…` is another agent's prompt, `skill-…`, `system`, `jit-instruction`,
 * `autopilot`, `thinking-exhausted-continuation` are the harness (public SDK, and 1.0.102). `parentAgentTaskId` says
 * nothing: in 1.0.102 every message has one.
 */
export function requestVia(data: Fields): RequestVia | undefined {
  if (data.isAutopilotContinuation === true) return undefined;
  const source = text(data.source) ?? '';
  if (source.startsWith('command')) return 'command';
  if (source !== '' && source !== 'user' && source !== 'immediate-prompt') return undefined;
  const delivery = text(data.delivery);
  const isQueued = delivery === 'queued' || delivery === 'steering' || source === 'immediate-prompt';
  return isQueued ? 'queued' : 'prompt';
}

/** The human's words in the result of the `ask_user` tool. */
export function answerOf(content: string): string {
  return content.replace(/^User (?:selected|responded|answered)(?: with)?:\s*/i, '').trim();
}
