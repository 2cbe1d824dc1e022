import { finiteNumber, record } from '../fields.ts';

/** How a command ended, as Copilot CLI appends it to the output: the forms of 0.0.x, 1.0.18 and 1.0.102. */
const END = /\n?<(?:(?:command with id|shellId): (\S+) )?(?:exited|completed) with exit code (-?\d+)>\s*$/;
const RUNNING = /\n?<command (?:with )?(?:shellId|id)?:? ?(\S*) is (?:still running|running)[^>]*>\s*$/;

export interface CommandResult {
  output: string;
  exitCode?: number;
  /** Still running in the shell of this id. */
  runningIn?: string;
}

/** The output without its last line, and what that line says. The exit code that the record itself gives decides. */
export function commandResult(content: string, shellExecution: unknown): CommandResult {
  const tail = content.slice(-1500);
  const end = END.exec(tail);
  const recorded = finiteNumber(record(shellExecution)?.exitCode);
  const output = end ? content.slice(0, content.length - end[0].length) : content;
  const exitCode = recorded ?? (end ? Number(end[2]) : undefined);
  if (exitCode !== undefined) return { output, exitCode };
  const running = RUNNING.exec(tail);
  if (!running) return { output };
  return { output: content.slice(0, content.length - running[0].length), runningIn: running[1] ?? '' };
}
