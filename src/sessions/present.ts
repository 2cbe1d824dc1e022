import type { SessionHandoff } from './hand-off.ts';

/**
 * Every text of a session passes here before it leaves this program: to the terminal, a file, the clipboard, another
 * agent, an MCP client. Titles and search results too. Texts that belong to one answer are given together, so that what
 * is recognised in one of them is known in all.
 *
 * For now they pass as they are: redaction is put in at this one place.
 */
export async function present(texts: readonly string[]): Promise<string[]> {
  return [...texts];
}

/** `present` for one text. */
export async function presentOne(text: string): Promise<string> {
  return (await present([text]))[0] ?? '';
}

/** A handoff whose prompt may leave. */
export async function presentHandoff(handoff: SessionHandoff): Promise<SessionHandoff> {
  return { ...handoff, prompt: await presentOne(handoff.prompt) };
}
