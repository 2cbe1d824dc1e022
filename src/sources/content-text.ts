import { list, record, text } from './fields.ts';

/**
 * The text of a message's content: a string, or a list of blocks of which the `text` ones are joined by line breaks.
 * Images, thinking and tool blocks are left out.
 */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts: string[] = [];
  for (const part of list(content)) {
    const block = record(part);
    const value = typeof part === 'string' ? part : text(block?.text);
    if (value !== undefined && (block === undefined || block.type === undefined || block.type === 'text'))
      parts.push(value);
  }
  return parts.join('\n');
}
