import { join } from 'node:path';
import { dataDirectory } from '../../stores/paths.ts';
import { Chat } from '../chat/chat.ts';
import { TerminalInput } from '../chat/chat-input.ts';
import { processEnvironment } from '../environment.ts';
import { type AgentCommandOptions, openAgent, openSession } from '../open-session.ts';
import { note } from '../output.ts';

/** `chat` */
export async function chat(options: AgentCommandOptions): Promise<void> {
  const session = await openSession(options);
  const quiet = options.quiet ?? false;
  if (!quiet) note(`${session.modelName} · /help lists the commands, Ctrl-D leaves`);
  const history = join(dataDirectory(processEnvironment()), 'chat-history');
  const input = new TerminalInput(options.save === false ? undefined : history);
  const talk = new Chat(session, input, {
    quiet,
    reopen: (chosen) => openAgent(options, chosen),
  });
  await talk.run();
  // A person saw each error and went on; a script that pipes its messages in must learn of one.
  if (process.stdin.isTTY) process.exitCode = 0;
  const { log } = talk.session;
  if (!quiet && log.isSaved)
    note(`Go on: praisonai chat --session ${log.id}\nHand it off: praisonai session handoff ${log.id}`);
}
