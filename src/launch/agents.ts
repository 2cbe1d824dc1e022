/**
 * How an agent's command line takes its first message. A capability that is absent was tried and does not exist, or is
 * not known to.
 */
export interface PromptForm {
  /** Stands before everything else. */
  subcommand?: string;
  /** The prompt as an argument. */
  argument?: (prompt: string) => string[];
  /** What stands on the command line when the prompt comes on standard input. */
  stdin?: readonly string[];
  /** The prompt in a file that the agent itself reads. */
  file?: (path: string) => string[];
  /** Default: the argument. `stdin` where the agent changes what it gets as an argument. */
  prefer?: 'stdin';
}

/** An agent that can be started with a prompt. */
export interface LaunchAgent {
  /** As the source of its sessions is named. */
  name: string;
  label: string;
  /** The program, as found on PATH. */
  command: string;
  aliases: readonly string[];
  /** How a person gets it. */
  install: string;
  /** Opens the agent's terminal interface, with the prompt as the first message. Absent: it takes no prompt there. */
  interactive?: PromptForm;
  /** Works through the prompt and ends. */
  headless: PromptForm;
}

const word = (prompt: string): string[] => [prompt];
const flag = (name: string) => (prompt: string) => [name, prompt];
/** A lone name after `@`, which pi and others read as a file. */
const atFile = (path: string): string[] => [`@${path}`];

/**
 * Every form was tried with the version named, with prompts of 120 kB as an argument and of 1 MB on standard input,
 * except Droid's (no run without its service) and Kimi's interactive one (its help).
 */
export const launchAgents: readonly LaunchAgent[] = [
  {
    // 2.1.332. The terminal interface submits what is piped in.
    name: 'claude-code',
    label: 'Claude Code',
    command: 'claude',
    aliases: ['claude'],
    install: 'npm install -g @anthropic-ai/claude-code',
    interactive: { argument: word, stdin: [] },
    headless: { argument: flag('-p'), stdin: ['-p'] },
  },
  {
    // 0.171.0
    name: 'codex',
    label: 'Codex',
    command: 'codex',
    aliases: [],
    install: 'npm install -g @openai/codex',
    interactive: { argument: word },
    headless: { subcommand: 'exec', argument: word, stdin: ['-'] },
  },
  {
    // 0.61.0. A bare prompt would open the terminal interface; standard input is cut at 8 MiB.
    name: 'gemini-cli',
    label: 'Gemini CLI',
    command: 'gemini',
    aliases: ['gemini'],
    install: 'npm install -g @google/gemini-cli',
    interactive: { argument: flag('-i') },
    headless: { argument: flag('-p'), stdin: [] },
  },
  {
    // 1.18.33. `run` puts an argument of several words into quotes; standard input stays as it is.
    name: 'opencode',
    label: 'OpenCode',
    command: 'opencode',
    aliases: [],
    install: 'npm install -g opencode-ai',
    interactive: { argument: flag('--prompt') },
    headless: { subcommand: 'run', argument: word, stdin: [], prefer: 'stdin' },
  },
  {
    // 0.24.4. Headless is a bare prompt (`-p` is deprecated); standard input is cut at 8 MiB.
    name: 'qwen-code',
    label: 'Qwen Code',
    command: 'qwen',
    aliases: ['qwen'],
    install: 'npm install -g @qwen-code/qwen-code',
    interactive: { argument: flag('-i') },
    headless: { argument: word, stdin: [] },
  },
  {
    // 1.6.0
    name: 'pi',
    label: 'pi',
    command: 'pi',
    aliases: [],
    install: 'npm install -g @earendil-works/pi-coding-agent',
    interactive: { argument: word, file: atFile },
    headless: { argument: flag('-p'), stdin: ['-p'] },
  },
  {
    // 1.0.102. With `-p`, standard input is ignored.
    name: 'copilot-cli',
    label: 'Copilot CLI',
    command: 'copilot',
    aliases: ['copilot'],
    install: 'npm install -g @github/copilot',
    interactive: { argument: flag('-i') },
    headless: { argument: flag('-p'), stdin: [] },
  },
  {
    // 2.1.0. Its terminal interface takes no prompt, and it ignores standard input.
    name: 'kimi-code',
    label: 'Kimi Code',
    command: 'kimi',
    aliases: ['kimi'],
    install: 'npm install -g @moonshot-ai/kimi-code',
    headless: { argument: flag('-p') },
  },
  {
    // 7.7.9; OpenCode's command line. Without `--auto` a headless run waits for permissions.
    name: 'kilo',
    label: 'Kilo CLI',
    command: 'kilo',
    aliases: ['kilo-cli', 'kilocode'],
    install: 'npm install -g @kilocode/cli',
    interactive: { argument: flag('--prompt') },
    headless: {
      subcommand: 'run',
      argument: (prompt) => ['--auto', prompt],
      stdin: ['--auto'],
      prefer: 'stdin',
    },
  },
  {
    // 3.0.65
    name: 'cline-cli',
    label: 'Cline CLI',
    command: 'cline',
    aliases: ['cline'],
    install: 'npm install -g cline',
    interactive: { argument: flag('-i') },
    headless: { argument: word, stdin: [] },
  },
  {
    // 1.5.47. It ignores standard input.
    name: 'continue-cli',
    label: 'Continue CLI',
    command: 'cn',
    aliases: ['continue', 'cn'],
    install: 'npm install -g @continuedev/cli',
    interactive: { argument: word },
    headless: { argument: flag('-p') },
  },
  {
    // 0.225.2, from its help
    name: 'droid',
    label: 'Droid',
    command: 'droid',
    aliases: ['factory'],
    install: 'see https://docs.factory.ai',
    interactive: { argument: word },
    headless: { subcommand: 'exec', argument: word, stdin: [], file: flag('-f') },
  },
];
