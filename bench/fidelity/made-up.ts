import type { SpokenStep, ToolStep } from './step.ts';

/** Steps of made-up sessions, for the tests of the measure. */
export function call(record: number, details: Partial<ToolStep> = {}): ToolStep {
  return { kind: 'tool', record, name: 'Read', files: [], edits: [], command: '', ...details };
}

export function edit(record: number, path: string): ToolStep {
  return call(record, { name: 'Edit', files: [path], edits: [path] });
}

export function read(record: number, path: string): ToolStep {
  return call(record, { files: [path] });
}

export function human(record: number, text: string): SpokenStep {
  return { kind: 'human', record, text };
}
