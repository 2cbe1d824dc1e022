import { commandWords } from '../../agent/mcp-tools.ts';
import { PraisonError } from '../../errors.ts';
import { type GoalOptions, runGoal } from '../../goal/run-goal.ts';
import { parseGoalState } from '../../model/goal-state.ts';
import { buildRecap } from '../../recap/build-recap.ts';
import { SessionCatalog } from '../../sessions/catalog.ts';
import { buildCleaned } from '../../sessions/cleaner.ts';
import { handOffSession } from '../../sessions/hand-off.ts';
import { finiteNumber, record } from '../../sources/fields.ts';
import { mapTexts } from '../../text/map-texts.ts';
import { processEnvironment } from '../environment.ts';
import { age, grouped } from '../human.ts';
import { ownSession } from '../open-session.ts';
import { note, print } from '../output.ts';
import { terminalLine, terminalText } from '../terminal-text.ts';
import type { Chat } from './chat.ts';

export interface ChatCommand {
  name: string;
  alias?: string;
  arguments?: string;
  help: string;
  run(chat: Chat, argument: string): Promise<void> | void;
}

const LISTED = 10;

/** Everything that can be said to the chat itself; /help is made of it. */
export const chatCommands: readonly ChatCommand[] = [
  { name: 'recap', help: 'where the conversation stands, in a few lines', run: recap },
  {
    name: 'handoff',
    arguments: '[copy]',
    help: 'the prompt that continues this session anywhere',
    run: handoff,
  },
  {
    name: 'goal',
    arguments: '[TEXT [--verify "COMMAND"] [--constraint "TEXT"]]',
    help: 'work until a judge finds TEXT reached; without TEXT, go on toward the session’s goal',
    run: goal,
  },
  { name: 'compact', help: 'replace the older part of the conversation by a summary', run: compact },
  { name: 'usage', help: 'tokens used here and in the session', run: usage },
  { name: 'model', arguments: '[PROVIDER/MODEL]', help: 'show or change the model', run: model },
  {
    name: 'resume',
    arguments: '[ID]',
    help: 'go on with another session; without ID, list the latest',
    run: resume,
  },
  { name: 'new', help: 'begin a new session', run: (chat) => chat.switchTo(undefined) },
  { name: 'help', alias: '?', help: 'this list', run: help },
  { name: 'exit', alias: 'quit', help: 'leave; Ctrl-D does too', run: (chat) => chat.leave() },
];

async function recap({ session: { log } }: Chat): Promise<void> {
  const history = { messages: log.messages, last_compaction: log.compaction };
  const build = (clean: (text: string) => string) => buildRecap(mapTexts(history, clean));
  print((await buildCleaned(build, 'default', processEnvironment().home)).value);
}

async function handoff({ session: { log } }: Chat, argument: string): Promise<void> {
  if (!log.isSaved) throw notSaved();
  const catalog = new SessionCatalog(processEnvironment());
  const entry = await catalog.resolve(log.id, 'praisonai');
  const { prompt } = await handOffSession(catalog.sourceOf(entry), entry, catalog.environment);
  print(prompt);
  if (argument.replace(/^-+/, '') !== 'copy') return;
  const { copyToClipboard } = await import('../clipboard.ts');
  note((await copyToClipboard(prompt, catalog.environment)).message);
}

function notSaved(): PraisonError {
  return new PraisonError('no-session', 'There is no session yet: nothing was said, or it is not saved.');
}

async function goal(chat: Chat, argument: string): Promise<void> {
  const { session } = chat;
  const state = parseGoalState(session.log.metadata['goal_state']);
  if (argument === '') {
    print(state === undefined ? 'No goal. Set one: /goal TEXT' : describeGoal(state));
    if (state?.status === 'active' || state?.status === 'paused')
      await chat.work((run) => runGoal(session, '', { goal: '' }, run));
    return;
  }
  const options = goalOptions(argument);
  await chat.work((run) => runGoal(session, options.goal, options, run));
}

function describeGoal(state: NonNullable<ReturnType<typeof parseGoalState>>): string {
  const turns = `${state.turnsUsed ?? 0} of ${state.maxTurns ?? '?'} turns used`;
  const reason = state.lastReason === '' ? '' : `: ${state.lastReason}`;
  return terminalText(`Goal: ${state.goal}\n${state.status} (${turns})${reason}`);
}

/** Words up to the first option are the goal. */
function goalOptions(argument: string): GoalOptions {
  const words = commandWords(argument);
  const text: string[] = [];
  const constraints: string[] = [];
  let command: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word !== '--verify' && word !== '--constraint') {
      text.push(word);
      continue;
    }
    const value = words[++index];
    if (value === undefined)
      throw new PraisonError('invalid-argument', `${word} needs a value in quotation marks.`);
    if (word === '--verify') command = value;
    else constraints.push(value);
  }
  return {
    goal: text.join(' '),
    criteria: { constraints, ...(command === undefined ? {} : { verification: { command } }) },
  };
}

async function compact(chat: Chat): Promise<void> {
  await chat.work(async (run) => {
    if (!(await chat.session.compact(run))) note('There is too little to gain: nothing was compacted.');
  });
}

function usage(chat: Chat): void {
  const { log } = chat.session;
  print(chat.usage());
  const recorded = finiteNumber(record(log.metadata['usage'])?.['total_tokens']) ?? 0;
  if (recorded > 0) print(`Before that, this session used ${grouped(recorded)} tokens.`);
}

async function model({ session }: Chat, argument: string): Promise<void> {
  if (argument !== '') await session.useModel(argument);
  print(`Model: ${session.modelName}`);
}

async function resume(chat: Chat, argument: string): Promise<void> {
  if (argument !== '') {
    await chat.switchTo(await ownSession(argument));
    await recap(chat);
    return;
  }
  const catalog = new SessionCatalog(processEnvironment());
  const rows: string[] = [];
  for await (const { entry, description } of catalog.newest({
    source: 'praisonai',
    project: catalog.project(),
  })) {
    const at = age(description.updatedAt ?? entry.modifiedAt, Date.now());
    rows.push(`${description.id ?? entry.id}  ${at}  ${terminalLine(description.title ?? '', 80)}`);
    if (rows.length === LISTED) break;
  }
  print(rows.length === 0 ? 'No sessions of this project.' : rows.join('\n'));
}

function help(): void {
  const usages = chatCommands.map(
    (each) => `/${each.name}${each.arguments === undefined ? '' : ` ${each.arguments}`}`,
  );
  const lines = chatCommands.map((each, index) => `  ${usages[index]}\n      ${each.help}`);
  print(
    [
      'Type a message to the agent. A line that ends with \\ goes on; so does everything between lines of """.',
      'Ctrl-C stops an answer, and the session goes on.',
      ...lines,
    ].join('\n'),
  );
}
