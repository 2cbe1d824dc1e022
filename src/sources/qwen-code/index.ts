import type { SessionSource } from '../source.ts';
import { listQwenChats, qwenRoots } from './paths.ts';

const NAME = 'qwen-code';

/** Qwen Code: `~/.qwen/projects/<folder>/chats/<session id>.jsonl`; its first versions wrote Gemini CLI's documents. */
export const qwenCode: SessionSource = {
  name: NAME,
  label: 'Qwen Code',
  roots: qwenRoots,
  list: (environment) => listQwenChats(NAME, qwenRoots(environment)),
  reader: async () => (await import('./session-reader.ts')).qwenCodeReader,
};
