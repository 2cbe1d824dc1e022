/** Shell commands: what they are for, and which ones are the same. */

export type CommandPurpose = 'test' | 'check' | 'build' | 'inspect' | 'run';

const TEST =
  /\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:-\S+\s+)*(?:t|test|tests)\b|\b(?:vitest|jest|mocha|ava|pytest|tox|nox|rspec|phpunit|ctest|playwright\s+test|cypress\s+run)\b|\bpython3?\s+-m\s+(?:pytest|unittest)\b|\bnode\s+(?:--\S+\s+)*--test\b|\b(?:go|cargo|deno|swift|dotnet|mix|gradle|gradlew|mvn|rake|make|just|task|mise\s+run|zig\s+build)\s+(?:\S+\s+)*?test\S*/;
const CHECK =
  /\b(?:tsc|eslint|biome|prettier|ruff|mypy|pyright|flake8|black|clippy|golangci-lint|rubocop|shellcheck|knip|publint)\b|(?:^|[\s:`])(?:lint|typecheck|type-check|check|format|fmt|vet)(?=$|[\s:;&|`-])|\/(?:lint|typecheck|check|format)\.\w+(?=$|\s)/;
const BUILD =
  /\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?build\b|\b(?:go|cargo|swift|dotnet|gradle|gradlew|mvn|make|just|docker)\s+(?:\S+\s+)*?(?:build|compile|package|assemble)\b|\bmake\s*$|\b(?:tsup|tsdown|rollup|webpack|vite build|next build|cmake|ninja)\b/;
const INSPECT =
  /^(?:git\s+(?:-\S+\s+)*(?:status|diff|log|show|branch|remote|blame|rev-parse|ls-files|stash list)|ls|ll|cat|head|tail|sed\s+-n|nl|wc|pwd|tree|find|fd|grep|rg|ag|which|type|file|stat|du|df|ps|env|echo|jq|less|more|awk)\b/;

/** What these say in their arguments ("Fix the test", a path, a script) is not what they do. */
const SAYS_ELSEWHERE =
  /^(?:git|gh|glab|curl|wget|mkdir|cp|mv|rm|touch|chmod|ln|echo|printf|kill|pkill|(?:\S*[\\/])?(?:python|node|ruby|perl|powershell|pwsh)[\d.]*(?:\.exe)?\s+(?:-c|-e|-Command|-?\s*<<))(?=$|[\s"'])/i;
/** A shell that is given its command as one word. */
const SHELL_WORD = /\b(?:(?:ba|z|da)?sh\s+-\w*c|ssh|cmd(?:\.exe)?\s+\/c)\b/i;

export function commandPurpose(command: string): CommandPurpose {
  const whole = canonicalCommand(command);
  const line = whole.split('<<')[0] ?? '';
  const main = SHELL_WORD.test(line) ? line : line.replace(/"[^"]*"|'[^']*'/g, '""');
  if (INSPECT.test(main)) return 'inspect';
  if (SAYS_ELSEWHERE.test(whole)) return 'run';
  if (TEST.test(main)) return 'test';
  if (BUILD.test(main)) return 'build';
  if (CHECK.test(main)) return 'check';
  return 'run';
}

/** Commands whose success says that the work is right. */
export function isVerification(purpose: CommandPurpose): boolean {
  return purpose === 'test' || purpose === 'check' || purpose === 'build';
}

/** What sets up a shell before the command itself. */
const PRELUDE =
  /^(?:export\s+\w+=(?:"[^"]*"|'[^']*'|\S*)|\[\s[^\]]*\]|(?:source|\.)\s+(?:"[^"]*"|\S+)|nvm\s+use[^;&|]*|set\s+-\S+)\s*(?:&&|;)\s*/;
/** Programs that run another one in the project's environment. */
const RUNNER =
  /^(?:volta\s+run|nvm\s+exec\s+\S+|(?:mise|asdf)\s+exec(?:\s+\S+)?\s+--|npx(?:\s+-\S+)*|bunx|(?:pnpm|yarn)\s+(?:exec|dlx)|(?:uv|poetry|pipenv|pdm|hatch|rye)\s+run|bundle\s+exec)\s+/;

/** Without what sets up the shell before it. */
export function withoutPrelude(command: string): string {
  let text = command.trim();
  for (let shorter = text.replace(PRELUDE, ''); shorter !== text; shorter = text.replace(PRELUDE, ''))
    text = shorter;
  return text;
}

/**
 * What two runs of "the same command" share: no leading `cd x &&`, no environment assignments, no runner, no
 * redirections, no trailing `| tail`, white space squeezed.
 */
export function canonicalCommand(command: string): string {
  let text = oneLineCommand(command);
  for (;;) {
    const shorter = withoutPrelude(text)
      .replace(RUNNER, '')
      .replace(/^(?:cd|pushd)\s+(?:"[^"]*"|'[^']*'|[^\s;&|]+)\s*(?:&&|;)\s*/, '')
      .replace(/^(?:[A-Z_][A-Z0-9_]*=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, '')
      .replace(/^(?:time|timeout\s+\S+|sudo|nice|command)\s+/, '');
    if (shorter === text) break;
    text = shorter;
  }
  return text
    .replace(/\s*\|\s*(?:tail|head|cat|less|more|tee|grep|rg|sed|awk|sort|uniq|wc|jq)\b[^|;&]*/g, '')
    .replace(/\s*(?:2>&1|[12&]?>\s*\/dev\/null|2>\s*\S+)/g, '')
    .replace(/\s*(?:\|\|\s*(?:true|:)|;\s*echo\b.*|&&\s*echo\b.*)$/, '')
    .trim();
}

/** Squeezed to one line. */
export function oneLineCommand(command: string): string {
  return command.replace(/\s+/g, ' ').trim();
}

/** Programs whose runs are of one kind, so that a success of one clears a failure of another: the whole test suite and one test. */
export function commandFamily(command: string): string {
  const main = canonicalCommand(command);
  const purpose = commandPurpose(command);
  if (purpose === 'test') return 'test';
  const words = main.split(' ').filter((word) => !word.startsWith('-'));
  // `npm run build` says nothing of `npm run lint`.
  return words.slice(0, words[1] === 'run' ? 3 : 2).join(' ');
}
