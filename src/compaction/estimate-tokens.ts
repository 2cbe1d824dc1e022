import type { MessageRecord } from '../model/session-record.ts';

/** Tokens of a text, roughly: a service's own count corrects it, see `Compactor`. */
export function estimateTextTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x2e7f) wide++;
  return Math.ceil((text.length - wide) / 4 + wide / 1.5);
}

/** Framing of a message and of a call, in tokens. */
const FRAME = 6;

export function estimateMessageTokens(message: MessageRecord): number {
  let tokens = FRAME + estimateTextTokens(message.content);
  for (const call of message.tool_calls ?? [])
    tokens += FRAME + estimateTextTokens(call.function.name) + estimateTextTokens(call.function.arguments);
  return tokens;
}
