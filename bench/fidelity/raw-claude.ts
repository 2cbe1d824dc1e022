import { normalisePath, shellFiles, squash } from './paths.ts';
import { asRaw, blocks, parseRaw, type Raw, string } from './raw-record.ts';
import type { Step, ToolStep, Transcript } from './step.ts';

/** What Claude Code writes as a user message although no human typed it. */
const INJECTED =
  /^<(?:command-|local-command|bash-|system-reminder|task-notification|user-prompt-submit)|^Caveat:|^\[Request interrupted/;

/** The judge's own view of a Claude Code transcript: kept apart from the product's reader on purpose. */
export function parseClaude(lines: readonly string[]): Transcript {
  const steps: Step[] = [];
  let directory = '';
  lines.forEach((line, record) => {
    const raw = parseRaw(line);
    if (!raw) return;
    directory ||= string(raw['cwd']);
    if (raw['isSidechain']) return;
    const content = asRaw(raw['message'])?.['content'];
    if (raw['type'] === 'user' && !raw['isMeta']) {
      const step = userStep(raw, content, record);
      if (step) steps.push(step);
    } else if (raw['type'] === 'assistant') {
      for (const block of blocks(content)) {
        if (block['type'] === 'text') steps.push({ kind: 'text', record, text: string(block['text']) });
        if (block['type'] === 'tool_use') steps.push(toolStep(block, record, directory));
      }
    }
  });
  return { steps, directory };
}

function userStep(raw: Raw, content: unknown, record: number): Step | undefined {
  const parts = blocks(content);
  if (raw['isCompactSummary']) {
    const text = typeof content === 'string' ? content : parts.map((part) => string(part['text'])).join('\n');
    return { kind: 'compact', record, text };
  }
  let text = '';
  if (typeof content === 'string') text = content;
  else if (!parts.some((part) => part['type'] === 'tool_result')) {
    text = parts
      .filter((part) => part['type'] === 'text')
      .map((part) => string(part['text']))
      .join('\n');
  }
  return text === '' || INJECTED.test(text.trim()) ? undefined : { kind: 'human', record, text };
}

function toolStep(block: Raw, record: number, directory: string): ToolStep {
  const name = string(block['name']);
  const input = asRaw(block['input']) ?? {};
  const path = input['file_path'] ?? input['notebook_path'] ?? (name === 'Read' ? input['path'] : undefined);
  const files = path ? [normalisePath(path, directory)] : [];
  const edits = /Edit|Write/.test(name) ? [...files] : [];
  const command = name === 'Bash' ? (input['command'] ?? '') : '';
  if (command) files.push(...shellFiles(command, directory));
  return { kind: 'tool', record, name, files, edits, command: squash(command) };
}
