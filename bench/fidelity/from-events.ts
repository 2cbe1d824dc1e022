import type { FileChange, SessionEvent, ToolCallEvent } from '../../src/model/session-event.ts';
import { normalisePath, shellFiles, squash } from './paths.ts';
import type { Step, ToolStep, Transcript } from './step.ts';

/** The record of a step made from an event is not known: see `event-judge.ts`. */
const NO_RECORD = -1;

/** A request of these kinds opens a turn: answers, refusals and approvals belong to the turn they interrupt. */
const OPENS_A_TURN = new Set(['prompt', 'queued', 'command']);

/** The judge's view of a session through the product's own events. */
export function transcriptOfEvents(events: readonly SessionEvent[]): Transcript {
  let steps: Step[] = [];
  const calls = new Map<string, ToolStep>();
  let directory = '';
  for (const event of events) {
    switch (event.kind) {
      case 'workspace':
        directory ||= (event.directory ?? '').replaceAll('\\', '/');
        break;
      case 'request':
        if (OPENS_A_TURN.has(event.via)) steps.push({ kind: 'human', record: NO_RECORD, text: event.text });
        break;
      case 'assistant-text':
        steps.push({ kind: 'text', record: NO_RECORD, text: event.text });
        break;
      case 'compaction':
        steps.push({ kind: 'compact', record: NO_RECORD, text: event.summary ?? '' });
        break;
      case 'tool-call': {
        if (event.by === 'human') break;
        const step = toolStep(event, directory);
        calls.set(event.callId, step);
        steps.push(step);
        break;
      }
      case 'tool-result': {
        const step = calls.get(event.callId);
        if (step) addChanges(step, event.changes ?? [], directory);
        break;
      }
      case 'rollback':
        steps = withoutTurns(steps, event.turns);
        break;
      default:
    }
  }
  return { steps, directory };
}

function toolStep(event: ToolCallEvent, directory: string): ToolStep {
  const { action } = event;
  const step: ToolStep = {
    kind: 'tool',
    record: NO_RECORD,
    name: event.tool,
    files: [],
    edits: [],
    command: '',
  };
  if (action.type === 'edit') addChanges(step, action.changes, directory);
  if (action.type === 'run') {
    step.command = squash(action.command);
    step.files = shellFiles(action.command, directory);
  }
  if (action.type === 'read' || action.type === 'search' || action.type === 'other')
    step.files = (action.paths ?? []).map((path) => normalisePath(path, directory));
  // One name for all agents' reading tools: the baselines weigh it.
  if (action.type === 'read') step.name = 'Read';
  return step;
}

function addChanges(step: ToolStep, changes: readonly FileChange[], directory: string): void {
  for (const change of changes) {
    const path = normalisePath(change.path, directory);
    if (!step.edits.includes(path)) step.edits.push(path);
    if (!step.files.includes(path)) step.files.push(path);
  }
}

/** The steps before the last `turns` human turns. */
function withoutTurns(steps: Step[], turns: number): Step[] {
  const starts = steps.flatMap((step, index) => (step.kind === 'human' ? [index] : []));
  return turns > 0 ? steps.slice(0, starts.at(-turns) ?? 0) : steps;
}
