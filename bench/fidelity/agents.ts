import { baseName } from './paths.ts';

/** The agents that the measure knows, by the names of the registry, and what their session files look like. */
export const agentNames = [
  'claude-code',
  'codex',
  'gemini-cli',
  'opencode',
  'qwen-code',
  'pi',
  'copilot-cli',
] as const;

export type AgentName = (typeof agentNames)[number];

export function isAgentName(name: string): name is AgentName {
  return (agentNames as readonly string[]).includes(name);
}

/** Where a session lies below a home directory; the first group is kept as its place in the copy. */
const places: Record<AgentName, RegExp> = {
  'claude-code': /\/(\.claude\/projects\/[^/]+\/[^/]+\.jsonl)$/,
  codex: /\/(\.codex\/(?:archived_)?sessions\/.*rollout-[^/]+\.jsonl)$/,
  'gemini-cli': /\/(\.gemini\/tmp\/[^/]+\/chats\/session-[^/]+\.jsonl?)$/,
  // What `opencode export` prints; the store itself is a database or a tree of many files.
  opencode: /\/([^/]+\.export\.json)$/,
  'qwen-code': /\/(\.qwen\/projects\/[^/]+\/chats\/[^/]+\.jsonl)$/,
  pi: /\/(\.pi\/agent\/sessions\/[^/]+\/[^/]+\.jsonl)$/,
  'copilot-cli': /\/(\.copilot\/session-state\/(?:[^/]+\/events|[^/]+)\.jsonl)$/,
};

/** The agent whose store a path belongs to, and the path below the home directory. */
export function placeOf(path: string): { agent: AgentName; place: string } | undefined {
  const slashed = path.replaceAll('\\', '/');
  for (const agent of agentNames) {
    const place = places[agent].exec(slashed)?.[1];
    if (place !== undefined) return { agent, place };
  }
  return undefined;
}

/** Where a file goes that was found outside its agent's usual place. */
export function defaultPlace(agent: AgentName, path: string): string {
  const name = baseName(path.replaceAll('\\', '/'));
  const folders: Record<AgentName, string> = {
    'claude-code': '.claude/projects/-x/',
    codex: '.codex/sessions/2026/01/01/',
    'gemini-cli': '.gemini/tmp/x/chats/',
    opencode: '',
    'qwen-code': '.qwen/projects/-x/chats/',
    pi: '.pi/agent/sessions/--x--/',
    'copilot-cli': '.copilot/session-state/',
  };
  return folders[agent] + name;
}
