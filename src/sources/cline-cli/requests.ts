import type { RequestVia } from '../../model/session-event.ts';
import { withoutBlocks } from '../content-text.ts';
import { record, text } from '../fields.ts';

type Fields = { [key: string]: unknown };

/** The harness speaking as the user (kinds in the metadata of messages, Cline SDK 0.0.86). */
const NOTICES = new Set([
  'auto_compaction',
  'compaction_budget_emergency',
  'completion_reminder',
  'loop_detection_notice',
  'manual_compaction',
  'mistake_stop_notice',
  'recovery_notice',
]);

/** True for a message with the user's role that no human wrote. */
export function isNotice(message: Fields): boolean {
  const metadata = record(message.metadata);
  if (metadata === undefined) return false;
  const role = text(metadata.displayRole);
  return NOTICES.has(text(metadata.kind) ?? '') || role === 'system' || role === 'status';
}

/** What the human typed, without the envelope, the notice of a changed mode, and attached files. */
export function typedText(content: string): { text: string; via: RequestVia } {
  const plain = withoutBlocks(content, '<mode_notice>', '</mode_notice>');
  const command = /^\s*<user_command\b[^>]*\bslash="([^"]*)"[^>]*>([\s\S]*)<\/user_command>/.exec(plain);
  if (command) {
    const words = (command[2] ?? '').trim();
    return { text: words === '' ? `/${command[1] ?? ''}` : words, via: 'command' };
  }
  const input = /^\s*<user_input\b[^>]*>([\s\S]*)<\/user_input>/.exec(plain);
  const words = input ? (input[1] ?? '') : withoutBlocks(plain, '<file_content path=', '</file_content>');
  return { text: words.trim(), via: 'prompt' };
}
