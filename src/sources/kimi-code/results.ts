import type { ToolOutcome } from '../../model/session-event.ts';

/** How a command ended, as Kimi Code appends it to the output (2.1.0). */
const END =
  /(?:^|\n)(?:Command failed with exit code: (-?\d+)\.|Command executed successfully\.|(Interrupted by user)|(Command killed by timeout \([^)\n]*\)))\s*$/;
const REFUSED =
  /^Tool "[^"]*" was not run because (?:the user rejected the approval request|the approval request was cancelled)\.(?: Reason: ([\s\S]+))?/;
const PLAN_REFUSED = /^User rejected the plan\. Feedback:\s*([\s\S]+)/;

export interface KimiResult {
  outcome: ToolOutcome;
  exitCode?: number;
  output?: string;
  /** What the human said with a refusal. */
  words?: string;
}

export function kimiResult(output: string, isError: boolean, isCommand: boolean): KimiResult {
  const refused = REFUSED.exec(output) ?? PLAN_REFUSED.exec(output);
  if (refused) return refused[1] ? { outcome: 'refused', words: refused[1].trim() } : { outcome: 'refused' };
  if (!isCommand) return { outcome: isError ? 'failed' : 'ok', output: subAgentSummary(output) ?? output };
  if (/^task_id: \S+\n(?:[^\n]*\n){0,6}status: running\n/.test(output))
    return { outcome: 'running', output: foregroundOutput(output) };
  const end = END.exec(output.slice(-300));
  const body = end ? output.slice(0, output.length - end[0].length) : output;
  if (end?.[1] !== undefined) return { outcome: 'failed', exitCode: Number(end[1]), output: body };
  if (end?.[2] !== undefined) return { outcome: 'interrupted', output: body };
  if (end?.[3] !== undefined) return { outcome: 'failed', output: `${body}\n${end[3]}` };
  return isError ? { outcome: 'failed', output } : { outcome: 'ok', exitCode: 0, output: body };
}

/** What a command had printed before it went to the background, behind the facts of its task. */
function foregroundOutput(output: string): string {
  return /\nforeground_output:\n([\s\S]*)$/.exec(output)?.[1] ?? '';
}

/** What a sub-agent answered, without the facts around it. */
function subAgentSummary(output: string): string | undefined {
  const summary = /^agent_id: [\s\S]*?\n\[summary\]\n([\s\S]*?)(?:\n\nresume_hint:[\s\S]*)?$/.exec(output);
  return summary?.[1];
}

const PLAN = /(?:^|\n)## (Approved Plan|Plan \(auto-approved, not user-reviewed\)):\n([\s\S]+)$/;

/** The plan in the result of `ExitPlanMode`. */
export function planOf(output: string): { text: string; approved: boolean } | undefined {
  const plan = PLAN.exec(output);
  return plan ? { text: (plan[2] ?? '').trim(), approved: plan[1] === 'Approved Plan' } : undefined;
}
