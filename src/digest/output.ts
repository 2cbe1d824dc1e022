import { cutTokens } from '../text/cut.ts';

const ANSI = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g;

const COMPLAINT =
  /\b(?:error|errors|failed|failure|fail|failing|exception|panic|panicked|assert\w*|expected|received|cannot|can't|could not|undefined|not found|no such|denied|refused|timed? ?out|unexpected|invalid|missing|traceback|fatal|unresolved|mismatch|E\d{3,4}|TS\d{4})\b|[✖✕✗✘×●❌]|\b\w*(?:Error|Exception)\b/i;
const NOISE =
  /^(?:npm (?:ERR!|error)|yarn run|> |\$ |at |\s*at |node:internal|> \S+@|Exit code|Command failed|Node\.js v|\^+$|~+$|error Command failed|make: \*\*\*|ELIFECYCLE|Process exited|\[?Command exited)/i;
const SUMMARY =
  /\bpass(?:ed)?:? \d+|\b\d+ (?:passed|passing|failed|failing|tests?|errors?|warnings?|problems?|skipped)\b|\btests?:?\s+\d+|\bok\b.*\d|\bBUILD (?:SUCCESS|FAILED)|\bno (?:errors|issues|problems)\b|\b(?:compiled|built|done) in\b/i;

const PASSED = /\bpass(?:ed|ing|es)?\b/i;

/** Lines of an output as a terminal would show them, without colours, trailing white space and empty lines. */
function outputLines(output: string): string[] {
  return output
    .replace(ANSI, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What went wrong, from an output that says so: its telling lines on one line. UTF-16 units. */
export function failureText(output: string, maxChars: number): string {
  const lines = outputLines(output).filter((line) => !/^[=\-_*~.│┃─━]{3,}$/.test(line));
  const telling = lines.filter((line) => COMPLAINT.test(line) && !NOISE.test(line));
  const plain = lines.filter((line) => !NOISE.test(line));
  // The first complaint names the cause, the last line counts the damage.
  const chosen = telling.length > 0 ? telling.slice(0, 4) : plain.slice(-3);
  const summary = lines.findLast((line) => SUMMARY.test(line) && !/^\W*pass/i.test(line));
  if (summary && !chosen.includes(summary) && telling.length > 0) chosen.push(summary);
  return cutTokens([...new Set(chosen)].join(' | ').replace(/\s+/g, ' '), maxChars);
}

/** How a command that succeeded summed itself up ("42 passed"); empty when it did not. */
export function successText(output: string, maxChars: number): string {
  const summaries = outputLines(output).filter((line) => SUMMARY.test(line));
  const summary = summaries.findLast((line) => PASSED.test(line)) ?? summaries.at(-1);
  return summary ? cutTokens(summary.replace(/\s+/g, ' '), maxChars) : '';
}

/** Does a failed command's output say anything at all? grep without a match does not. */
export function complains(output: string): boolean {
  return outputLines(output).some((line) => COMPLAINT.test(line));
}
