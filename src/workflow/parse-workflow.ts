import { PraisonError } from '../errors.ts';
import { workflowSteps } from '../stores/workflow-definition.ts';

/** A value of a step's `agent` block, typed as Python's reader types it. */
export type SettingValue = string | number | boolean;

export interface WorkflowStep {
  name: string;
  description: string;
  /** What the agent is told; blank where the step has no action block. */
  action: string;
  /** Skips the step when it reads false, no, skip or 0 after substitution. */
  condition?: string;
  agent: { [key: string]: SettingValue };
  /** The only tools that the step may use. */
  tools?: string[];
  /** Steps whose outputs it is told; default all before it. */
  contextFrom?: string[];
  /** With false it is told the last output only. */
  retainFullContext: boolean;
  outputVariable?: string;
  nextSteps: string[];
  /** Where to go when the output holds the word. In order. */
  branches: { word: string; target: string }[];
}

export interface Workflow {
  name: string;
  description: string;
  model?: string;
  variables: { [key: string]: string };
  steps: WorkflowStep[];
}

/** Blocks and settings of Python's that would change what a step does, and that we cannot honour. */
const UNSUPPORTED_BLOCKS = new Set(['parallel', 'images']);
const UNSUPPORTED_SETTINGS = new Set(['loop_over', 'output_file']);

/**
 * Reads a Markdown workflow: front matter, then `## Step N: Name` headings with fenced `action` blocks (and `condition`,
 * `agent`, `tools`, `branch`, `route`) and settings (`context_from`, `retain_full_context`, `output_variable`,
 * `next_steps`), as PraisonAI's (praisonaiagents, workflows/workflows).
 *
 * @throws PraisonError `workflow-invalid`
 */
export function parseWorkflow(markdown: string, fileName: string): Workflow {
  const { fields, variables, body } = frontMatter(markdown.replace(/^\uFEFF/, ''));
  const name = fields['name'] || fileName;
  const sections = stepSections(body, name);
  if (sections.length === 0) throw invalid(name, 'it has no steps', ['A step begins with: ## Step 1: Name']);
  const workflow: Workflow = {
    name,
    description: fields['description'] ?? '',
    variables,
    steps: sections.map((section) => readStep(section, name)),
  };
  const model = fields['default_llm'] || fields['model'];
  if (model) workflow.model = model;
  checkTargets(workflow);
  return workflow;
}

function invalid(name: string, what: string, hints: string[] = []): PraisonError {
  return new PraisonError('workflow-invalid', `The workflow ${name} cannot be run: ${what}`, {
    hints,
    facts: { workflow: name },
  });
}

function frontMatter(text: string): {
  fields: { [key: string]: string };
  variables: { [key: string]: string };
  body: string;
} {
  const fields: { [key: string]: string } = {};
  const variables: { [key: string]: string } = {};
  const match = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (match === null) return { fields, variables, body: text };
  let inVariables = false;
  for (const line of (match[1] ?? '').split(/\r?\n/)) {
    const pair = /^(\s*)([^\s#:][^:]*?)\s*:\s*(.*?)\s*$/.exec(line);
    if (pair === null) continue;
    const [, indent = '', key = '', value = ''] = pair;
    if (indent === '') inVariables = key === 'variables';
    const target = indent !== '' && inVariables ? variables : fields;
    if (key !== '__proto__') target[key] = unquoted(value);
  }
  return { fields, variables, body: text.slice(match[0].length) };
}

function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}

interface StepSection {
  number: number;
  name: string;
  /** Lines outside of fenced blocks. */
  lines: string[];
  blocks: { kind: string; text: string }[];
}

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w-]*)/;
const HEADING = /^ {0,3}##\s+Step\s+\d+/i;

/** The body cut into its steps. Names come from the reader that a handoff counts steps with: the two must agree. */
function stepSections(body: string, workflow: string): StepSection[] {
  const names = workflowSteps(body);
  const sections: StepSection[] = [];
  let block: { fence: string; kind: string; lines: string[] } | undefined;
  for (const line of body.split(/\r?\n/)) {
    const current = sections.at(-1);
    const mark = FENCE.exec(line);
    if (block !== undefined) {
      if (mark?.[1]?.startsWith(block.fence) && line.trim() === mark[1]) {
        current?.blocks.push({ kind: block.kind, text: block.lines.join('\n').trim() });
        block = undefined;
      } else block.lines.push(line);
    } else if (mark !== null)
      block = { fence: mark[1] ?? '', kind: (mark[2] ?? '').toLowerCase(), lines: [] };
    else if (HEADING.test(line)) {
      const number = sections.length + 1;
      sections.push({ number, name: names[number - 1] ?? `Step ${number}`, lines: [], blocks: [] });
    } else if (/^ {0,3}#{1,2}\s/.test(line) && current !== undefined) current.lines.push('');
    else current?.lines.push(line);
  }
  if (block !== undefined) throw invalid(workflow, `the block \`\`\`${block.kind} is not closed`);
  return sections;
}

const SETTING =
  /^\s*(context_from|retain_full_context|output_variable|next_steps|loop_over|loop_var|output_file)\s*:\s*(.*?)\s*$/i;

function readStep({ number, name, lines, blocks }: StepSection, workflow: string): WorkflowStep {
  const where = `step ${number} (${name})`;
  const unsupported = blocks.find(({ kind }) => UNSUPPORTED_BLOCKS.has(kind));
  if (unsupported !== undefined)
    throw invalid(workflow, `${where} has a \`\`\`${unsupported.kind} block, which is not supported`);
  const settings = new Map<string, string>();
  const description: string[] = [];
  for (const line of lines) {
    const setting = SETTING.exec(line);
    if (setting === null) description.push(line);
    else settings.set((setting[1] ?? '').toLowerCase(), setting[2] ?? '');
  }
  const refused = [...settings.keys()].find((key) => UNSUPPORTED_SETTINGS.has(key));
  if (refused !== undefined) throw invalid(workflow, `${where} has ${refused}, which is not supported`);
  const block = (kind: string) => blocks.find((each) => each.kind === kind)?.text;
  const step: WorkflowStep = {
    name,
    description: description.join('\n').trim(),
    action: block('action') ?? '',
    agent: agentSettings(block('agent') ?? ''),
    retainFullContext: settings.get('retain_full_context')?.toLowerCase() !== 'false',
    nextSteps: listOf(settings.get('next_steps') ?? ''),
    branches: branchesOf(block('branch') ?? block('route') ?? ''),
  };
  if (step.action === '' && step.description === '') throw invalid(workflow, `${where} has no action`);
  const condition = block('condition');
  if (condition !== undefined) step.condition = condition;
  const tools = block('tools');
  if (tools !== undefined)
    step.tools = tools
      .split('\n')
      .map((line) => unquoted(line.trim().replace(/^- */, '')))
      .filter((tool) => tool !== '');
  const context = settings.get('context_from');
  if (context !== undefined) step.contextFrom = listOf(context);
  const variable = settings.get('output_variable');
  if (variable) step.outputVariable = variable;
  return step;
}

/** `[a, "b"]`, or a single name. */
function listOf(text: string): string[] {
  const inner = /^\[(.*)\]$/.exec(text.trim())?.[1] ?? text;
  return inner
    .split(',')
    .map((item) => unquoted(item.trim()))
    .filter((item) => item !== '');
}

function pairs(text: string): { key: string; value: string }[] {
  return text.split('\n').flatMap((line) => {
    const pair = /^\s*([^#:\s][^:]*?)\s*:\s*(.*?)\s*$/.exec(line);
    return pair === null ? [] : [{ key: pair[1] ?? '', value: pair[2] ?? '' }];
  });
}

function branchesOf(text: string): WorkflowStep['branches'] {
  return pairs(text).flatMap(({ key, value }) => {
    const target = listOf(value)[0];
    return target === undefined ? [] : [{ word: key, target }];
  });
}

/** Typed as Python types them: its fingerprint is made of these values. */
function agentSettings(text: string): WorkflowStep['agent'] {
  const settings: WorkflowStep['agent'] = {};
  for (const { key, value } of pairs(text)) {
    if (key === '__proto__') continue;
    const word = value.toLowerCase();
    if (word === 'true' || word === 'false') settings[key] = word === 'true';
    else settings[key] = /^\d{1,15}$/.test(value) ? Number(value) : unquoted(value);
  }
  return settings;
}

function checkTargets(workflow: Workflow): void {
  const names = new Set(workflow.steps.map(({ name }) => name));
  workflow.steps.forEach((step, index) => {
    const targets = [
      ...step.nextSteps,
      ...step.branches.map(({ target }) => target),
      ...(step.contextFrom ?? []),
    ];
    const missing = targets.find((target) => !names.has(target));
    if (missing !== undefined)
      throw invalid(
        workflow.name,
        `step ${index + 1} (${step.name}) names a step that is not there: ${missing}`,
      );
  });
}
