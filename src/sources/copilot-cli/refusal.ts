import { nonEmpty, record, text } from '../fields.ts';

export interface Refusal {
  /** The human's words, where they gave some. */
  words?: string;
}

/** A permission that the human denied (`permission.completed`, kind as in the public SDK). */
export function permissionRefusal(result: unknown): Refusal | undefined {
  const fields = record(result);
  if (fields?.kind !== 'denied-interactively-by-user') return undefined;
  const words = nonEmpty(fields.feedback);
  return words === undefined ? {} : { words };
}

/** The same told by the failed tool call alone. */
export function errorRefusal(error: unknown): Refusal | undefined {
  const fields = record(error);
  const code = text(fields?.code) ?? '';
  const message = text(fields?.message) ?? '';
  const isRefused =
    code === 'rejected' ||
    /\b(?:rejected|denied|declined) by (?:the )?user\b|\buser (?:rejected|denied|declined)\b/i.test(message);
  if (!isRefused) return undefined;
  const words = /\bfeedback:\s*([\s\S]+)$/i.exec(message)?.[1]?.trim();
  return words ? { words } : {};
}
