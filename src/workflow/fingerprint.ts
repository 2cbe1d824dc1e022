import { createHash } from 'node:crypto';
import type { Workflow, WorkflowStep } from './parse-workflow.ts';

/**
 * What a checkpoint remembers of the definition that it was made with.
 * - `exact`: Python's own (workflows, `_definition_fingerprint`): either program takes the other's for its own.
 * - `loose`: the same over texts whose white space is one blank: moving a line or a blank changes nothing.
 */
export interface Fingerprint {
  exact: string;
  loose: string;
}

export function fingerprintOf(workflow: Workflow): Fingerprint {
  return {
    exact: hash(workflow.steps, (text) => text),
    loose: hash(workflow.steps, (text) => text.replace(/\s+/g, ' ').trim()),
  };
}

/** First twelve hex digits of the SHA-256 of each step's name, action and agent, as `json.dumps` writes them, sorted. */
function hash(steps: readonly WorkflowStep[], prepare: (text: string) => string): string {
  const identities = steps.map(({ name, action, agent }) => {
    const config = Object.entries(agent)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, value]) => [key, typeof value === 'string' ? prepare(value) : value]);
    return { action: prepare(action), agent: null, config: Object.fromEntries(config), name: prepare(name) };
  });
  // Python escapes everything outside of printable ASCII.
  const text = JSON.stringify(identities).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
