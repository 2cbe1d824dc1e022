/**
 * A prompt without the path that the editor's companion puts before it: the file that is open, on a line of its own
 * (seen in VS Code sessions of 0.14). Only a path inside the working directory counts.
 */
export function typedText(text: string, directory: string | undefined): string {
  if (directory === undefined) return text;
  const match = /^([^\n]+)\n\n\s*(?=\S)/.exec(text);
  const path = match?.[1]?.trim().toLowerCase();
  const inside = path?.startsWith(directory.toLowerCase()) && /^[\\/]/.test(path.slice(directory.length));
  return match && inside ? text.slice(match[0].length) : text;
}
