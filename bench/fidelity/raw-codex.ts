import { normalisePath, shellFiles, squash } from './paths.ts';
import { asRaw, blocks, parseRaw, type Raw, string } from './raw-record.ts';
import type { Step, ToolStep, Transcript } from './step.ts';

const CALLS = new Set(['function_call', 'custom_tool_call', 'local_shell_call']);
const PATCH_HEADER = /^\*\*\* (?:Update|Add|Delete) File: (.+)$/gm;

/** The judge's own view of a Codex rollout: kept apart from the product's reader on purpose. */
export function parseCodex(lines: readonly string[]): Transcript {
  const steps: Step[] = [];
  let directory = '';
  lines.forEach((line, record) => {
    const raw = parseRaw(line);
    if (!raw) return;
    const payload = asRaw(raw['payload']);
    const body = payload ?? raw;
    const type = raw['type'];
    if (type === 'session_meta' || type === 'turn_context') directory ||= string(body['cwd']);
    if (type === 'compacted') steps.push({ kind: 'compact', record, text: string(body['message']) });
    if (type === 'event_msg' && body['type'] === 'user_message')
      steps.push({ kind: 'human', record, text: string(body['message']) });
    // Rollouts of before 0.3x have the response items bare, without an envelope.
    if (type === 'response_item' || !payload) {
      const step = itemStep(body, record, directory);
      if (step) steps.push(step);
    }
  });
  return { steps, directory };
}

function itemStep(item: Raw, record: number, directory: string): Step | undefined {
  if (item['type'] === 'message' && item['role'] === 'assistant') {
    const text = blocks(item['content'])
      .map((block) => string(block['text']))
      .join('\n');
    return { kind: 'text', record, text };
  }
  return CALLS.has(string(item['type'])) ? toolStep(item, record, directory) : undefined;
}

function toolStep(item: Raw, record: number, directory: string): ToolStep {
  const name = string(item['name'] ?? item['type']);
  const command = commandOf(item['arguments'] ?? item['input'] ?? item['action'] ?? '');
  const edits = [...command.matchAll(PATCH_HEADER)].map((match) => normalisePath(match[1], directory));
  if (edits.length > 0) return { kind: 'tool', record, name, files: [...edits], edits, command: '' };
  return {
    kind: 'tool',
    record,
    name,
    files: shellFiles(command, directory),
    edits: [],
    command: squash(command),
  };
}

/** The script of a call: plain text (a patch), JSON text, or an object; of an argument vector the last word (`sh -lc`). */
function commandOf(value: unknown): string {
  if (typeof value === 'string') {
    let parsed: unknown = value;
    try {
      parsed = JSON.parse(value);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    if (typeof parsed === 'string') return parsed;
    value = parsed;
  }
  const call = asRaw(value);
  const command = call?.['cmd'] ?? call?.['command'] ?? '';
  return String(Array.isArray(command) ? (command.at(-1) ?? '') : command);
}
