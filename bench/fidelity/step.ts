/**
 * What the judge sees of a session: far less than the readers' events, so that a mistake of a reader cannot hide
 * itself. Files and commands of the tool calls, the human's words, the model's words, the compactions.
 */
export interface ToolStep {
  kind: 'tool';
  /** Index of the record (line or message) that holds it: a cut here keeps the records before it. */
  record: number;
  name: string;
  /** Paths that the call names, relative to the session's directory where they are below it. May repeat. */
  files: string[];
  /** Those of them that it changes. */
  edits: string[];
  /** Shell command with its white space squashed; empty when the call is none. */
  command: string;
}

export interface SpokenStep {
  kind: 'human' | 'text' | 'compact';
  record: number;
  text: string;
}

export type Step = ToolStep | SpokenStep;

export interface Transcript {
  steps: Step[];
  /** Working directory as recorded first; empty when the session records none. */
  directory: string;
}

export function isTool(step: Step): step is ToolStep {
  return step.kind === 'tool';
}

export function toolSteps(steps: readonly Step[]): ToolStep[] {
  return steps.filter(isTool);
}

/** What the human said, in order. */
export function requests(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => (step.kind === 'human' ? [step.text] : []));
}
