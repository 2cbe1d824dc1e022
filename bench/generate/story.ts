import type { Random } from './random.ts';
import { filePath, phrase, type Texts } from './texts.ts';

export type PlanStatus = 'pending' | 'in_progress' | 'completed';

export interface PlanItem {
  text: string;
  status: PlanStatus;
}

/** One thing that happens in a session, whatever agent records it. Paths are absolute. */
export type Step =
  | { kind: 'request'; text: string }
  | { kind: 'say'; text: string; endsTurn: boolean }
  | { kind: 'think'; text: string }
  | { kind: 'run'; command: string; output: string; exitCode: number; seconds: number }
  | { kind: 'read'; path: string; content: string; image: boolean }
  | { kind: 'search'; pattern: string; output: string }
  | { kind: 'edit'; path: string; before: string; after: string; original: string }
  | { kind: 'write'; path: string; content: string }
  | { kind: 'plan'; items: PlanItem[] }
  | { kind: 'sub-agent'; title: string; task: string; answer: string; steps: Step[] }
  | { kind: 'compaction'; summary: string }
  | { kind: 'interruption' };

/** What every session ends with: a handoff must name it. */
export const LAST_REQUEST =
  'Keep the tariff table as it is and make the last failing label test pass, then stop.';

const COMMANDS = [
  'npm test',
  'npx tsc --noEmit',
  'git status --short',
  'git diff --stat',
  'npm run lint',
  'ls -la src',
];
const CONSTRAINTS = ['never touch src/legacy/', 'do not add a dependency', 'keep the public API unchanged'];

/** What tools put into a record at most: longer outputs are cut before they are stored. */
const LONGEST_TEXT = 120_000;
/** A screenshot in every so many files read: the longest lines that stores have. Only long sessions have any. */
const IMAGE_CHANCE = 1 / 500;
/** No text of a short session is a large part of it. */
const LARGEST_SHARE = 1 / 25;

/**
 * An endless session: turns of a request, a plan, reading, searching, editing, failing and passing commands, sometimes a
 * sub-agent, an answer. The proportions follow public sessions of Claude Code and Codex (median record about 1 kB, one
 * in ten above 6 kB, one in a hundred above 40 kB).
 */
export class Story {
  readonly #random: Random;
  readonly #texts: Texts;
  /** A session works on few files, and comes back to them. */
  readonly #files: string[];
  #queue: Step[] = [];
  #turns = 0;
  readonly title: string;
  readonly #longestText: number;

  /** @param bytes size of the session to be. */
  constructor(random: Random, texts: Texts, directory: string, bytes: number) {
    this.#random = random;
    this.#texts = texts;
    this.#longestText = Math.min(LONGEST_TEXT, Math.max(200, bytes * LARGEST_SHARE));
    this.#files = Array.from({ length: random.integer(6, 30) }, () => `${directory}/${filePath(random)}`);
    const task = phrase(random);
    this.title = `${task[0]!.toUpperCase()}${task.slice(1)}`;
  }

  next(): Step {
    if (this.#queue.length === 0) this.#queue = this.#turn();
    return this.#queue.shift()!;
  }

  /** How a session of the benchmark ends: an open request, an edit, a command that fails, the human stops the agent. */
  ending(): Step[] {
    return [
      { kind: 'request', text: LAST_REQUEST },
      { kind: 'plan', items: plan(this.#tasks(4), 2) },
      this.#read(),
      this.#edit(),
      this.#run('npm test -- labels', 1),
      { kind: 'say', text: 'The label test still fails: the print window is off by one.', endsTurn: false },
      { kind: 'interruption' },
    ];
  }

  #turn(): Step[] {
    const random = this.#random;
    this.#turns += 1;
    const steps: Step[] = [{ kind: 'request', text: this.#requestText() }];
    const tasks = this.#tasks(random.integer(2, 6));
    const withPlan = random.chance(0.4);
    if (random.chance(0.7)) steps.push(this.#think());
    for (let done = 0; done < tasks.length; done += 1) {
      if (withPlan) steps.push({ kind: 'plan', items: plan(tasks, done) });
      for (let work = random.integer(2, 7); work > 0; work -= 1) steps.push(...this.#work());
    }
    if (withPlan) steps.push({ kind: 'plan', items: plan(tasks, tasks.length) });
    if (random.chance(0.3)) steps.push(this.#subAgent());
    const answer = this.#texts.prose(random, this.#size(700, 0.8));
    steps.push({ kind: 'say', text: answer, endsTurn: true });
    if (this.#turns % 9 === 0)
      steps.push({ kind: 'compaction', summary: this.#texts.prose(random, this.#size(6_000, 0.3)) });
    return steps;
  }

  #tasks(count: number): string[] {
    return Array.from({ length: count }, () => phrase(this.#random));
  }

  #requestText(): string {
    const random = this.#random;
    const rule = this.#turns === 1 || random.chance(0.1) ? ` Please ${random.pick(CONSTRAINTS)}.` : '';
    const more = this.#texts.prose(random, this.#size(180, 1));
    return `${this.#turns === 1 ? this.title : phrase(random)}. ${more}${rule}`;
  }

  #work(): Step[] {
    const random = this.#random;
    const steps: Step[] = [];
    if (random.chance(0.35)) steps.push(this.#think());
    if (random.chance(0.3)) {
      const text = this.#texts.prose(random, this.#size(250, 0.8));
      steps.push({ kind: 'say', text, endsTurn: false });
    }
    const kind = random.fraction();
    if (kind < 0.28) steps.push(this.#read());
    else if (kind < 0.39) steps.push(this.#search());
    else if (kind < 0.62) steps.push(this.#edit());
    else if (kind < 0.66) {
      const content = this.#texts.code(random, this.#size(2_500, 0.9));
      steps.push({ kind: 'write', path: this.#file(), content });
    } else steps.push(this.#run(random.pick(COMMANDS), random.chance(0.15) ? 1 : 0));
    return steps;
  }

  #file(): string {
    return this.#random.pick(this.#files);
  }

  #think(): Step {
    return { kind: 'think', text: this.#texts.prose(this.#random, this.#size(500, 0.9)) };
  }

  #read(): Step {
    const random = this.#random;
    if (this.#longestText === LONGEST_TEXT && random.chance(IMAGE_CHANCE)) {
      const content = this.#texts.opaque(random, random.integer(100_000, 900_000));
      return { kind: 'read', path: `${this.#file()}.png`, content, image: true };
    }
    return {
      kind: 'read',
      path: this.#file(),
      content: this.#texts.code(random, this.#size(3_800, 1.2)),
      image: false,
    };
  }

  #search(): Step {
    const output = this.#texts.output(this.#random, this.#size(900, 1.2));
    return { kind: 'search', pattern: this.#random.pick(['parcelId', 'TODO', 'rateTable', 'label']), output };
  }

  #edit(): Step {
    const random = this.#random;
    const before = this.#texts.code(random, this.#size(250, 0.9));
    const after = this.#texts.code(random, this.#size(350, 0.9));
    const around = this.#texts.code(random, this.#size(5_000, 1.1));
    return { kind: 'edit', path: this.#file(), before, after, original: `${around}\n${before}` };
  }

  #run(command: string, exitCode: number): Step {
    const output = this.#texts.output(this.#random, this.#size(700, 1.6));
    const line =
      exitCode === 0 ? '' : `\nFAIL test/labels: expected 3 labels, received ${this.#random.integer(4, 90)}`;
    return { kind: 'run', command, output: output + line, exitCode, seconds: this.#random.integer(0, 40) };
  }

  #subAgent(): Step {
    const steps: Step[] = [];
    for (let work = this.#random.integer(4, 12); work > 0; work -= 1) steps.push(...this.#work());
    return {
      kind: 'sub-agent',
      title: phrase(this.#random),
      task: this.#texts.prose(this.#random, 400),
      answer: this.#texts.prose(this.#random, this.#size(1_500, 0.6)),
      steps,
    };
  }

  #size(median: number, spread: number): number {
    return Math.min(this.#longestText, this.#random.skewed(median, spread));
  }
}

/** A plan of which the first `done` items are done. */
function plan(tasks: readonly string[], done: number): PlanItem[] {
  return tasks.map((text, index) => ({
    text,
    status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
  }));
}
