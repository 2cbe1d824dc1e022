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

/** The text between the first `open` and the first `close` behind it; `undefined` where one of them is missing. */
export function between(text: string, open: string, close: string): string | undefined {
  const start = text.indexOf(open);
  const end = start === -1 ? -1 : text.indexOf(close, start + open.length);
  return end === -1 ? undefined : text.slice(start + open.length, end);
}

/** The text without everything from an `open` to the next `close`, and the white space behind that. */
export function withoutBlocks(text: string, open: string, close: string): string {
  let kept = '';
  let from = 0;
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, from)) {
    const end = text.indexOf(close, start + open.length);
    if (end === -1) break;
    kept += text.slice(from, start);
    from = end + close.length;
    while (from < text.length && /\s/.test(text[from] ?? '')) from += 1;
  }
  return kept + text.slice(from);
}
