/** Whether a stream shows colours: a terminal, and nobody said no (no-color.org). */
export function showsColour(
  stream: { isTTY?: boolean },
  variables: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  return stream.isTTY === true && !variables['NO_COLOR'] && variables['TERM'] !== 'dumb';
}

export function bold(text: string): string {
  return `\u001b[1m${text}\u001b[22m`;
}

export function dim(text: string): string {
  return `\u001b[2m${text}\u001b[22m`;
}
