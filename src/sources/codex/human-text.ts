import { list, record, text } from '../fields.ts';

/**
 * What the human wrote, freed from what Codex and its editors put around it; pure.
 *
 * Facts: Codex source (`core/src/context`, the fragments that count as context although their role is user), real
 * rollouts of 2025-08 to 2026-11.
 */

/** A request as found in a user message. */
export interface HumanText {
  text: string;
  /** The words were the arguments of a slash command that was expanded into pages of instructions. */
  command?: true;
}

/** Tags of injected blocks. Each is an opening marker; the block ends with the closing tag of the same name. */
const INJECTED_TAGS = [
  'environment_context',
  'user_instructions',
  'turn_aborted',
  'skill',
  'user_action',
  'subagent_notification',
  'recommended_plugins',
  'codex_internal_context',
  'goal_context',
  'hook_prompt',
  'permissions instructions',
  'collaboration_mode',
  'apps_instructions',
  'skills_instructions',
  'plugins_instructions',
  'model_switch',
  'personality_spec',
  'multi_agent_role',
  'multi_agent_mode',
  'token_budget',
  'realtime_conversation',
];
const INJECTED_BLOCK = new RegExp(`^<(${INJECTED_TAGS.join('|')}|external_[\\w-]+)(?:\\s[^>]*)?>`, 'i');

const AGENTS_FILE = /^# AGENTS\.md instructions(?: for |\s*\n)/;

/** Whole messages that Codex writes in the user's name. */
const INJECTED_TEXT = [
  /^Another language model started to solve this problem\b/,
  // The bridge that older versions (up to 0.5x) put in place of a compacted history.
  /^You were originally given instructions from a user over one or more turns\./,
  /^Warning: apply_patch was requested via exec_command\b/,
  /^Warning: The maximum number of unified exec processes\b/,
  /^Warning: Your account was flagged\b/,
];

/** The summary that compaction leaves starts so; the model's own words follow after the colon (Codex source, core). */
const SUMMARY_PREFIX =
  /^Another language model started to solve this problem[\s\S]*?to assist with your own analysis:\s*/;

const IDE_REQUEST = '## My request for Codex:';
const IDE_CONTEXT = /^# (?:Context from my IDE setup|Files mentioned by the user|Selected text)\b/;
const IMAGE_TAG = /^<\/?image\b[^>]*>$/;

/** Frees a user message from its wrapping; `undefined` when nothing in it was written by the human. */
export function humanText(message: string): HumanText | undefined {
  const rest = withoutInjectedBlocks(message.trim());
  if (rest === '' || INJECTED_TEXT.some((pattern) => pattern.test(rest))) return undefined;
  const request = withoutEditorContext(rest);
  if (request === '') return undefined;
  return commandArguments(request) ?? { text: request };
}

function withoutInjectedBlocks(message: string): string {
  let rest = message;
  for (;;) {
    const end = injectedEnd(rest);
    if (end === undefined) return rest;
    rest = rest.slice(end).trim();
  }
}

/** Length of the injected block at the start of a text; a block that was cut off reaches to the end. */
function injectedEnd(text: string): number | undefined {
  if (AGENTS_FILE.test(text)) return endAfter(text, text.lastIndexOf('</INSTRUCTIONS>'), '</INSTRUCTIONS>');
  const tag = INJECTED_BLOCK.exec(text)?.[1];
  if (tag === undefined) return undefined;
  const closing = `</${tag}>`.toLowerCase();
  return endAfter(text, text.toLowerCase().indexOf(closing), closing);
}

function endAfter(text: string, index: number, mark: string): number {
  return index === -1 ? text.length : index + mark.length;
}

/** Editors put open files and selections before the request (VS Code extension, since 0.2x). */
function withoutEditorContext(text: string): string {
  if (!IDE_CONTEXT.test(text)) return text;
  const mark = text.indexOf(IDE_REQUEST);
  return mark === -1 ? '' : text.slice(mark + IDE_REQUEST.length).trim();
}

/**
 * Prompt files in the manner of spec-kit hold `## User Input`, a fence with the human's words, and then pages of
 * instructions. An empty fence means that the human gave no words.
 */
function commandArguments(text: string): HumanText | undefined {
  const match =
    /^(?:[\s\S]{0,400}?\n)?## User Input\s*\n+(`{3,})[a-z]*[ \t]*\n([\s\S]*?)\n?\1[ \t]*(?:\n|$)/.exec(text);
  if (!match) return undefined;
  const words = (match[2] ?? '').trim();
  return words === '' || words === '$ARGUMENTS'
    ? { text: '', command: true }
    : { text: words, command: true };
}

/** What each part of a message's content is, where its metadata says so (0.171: `user.text`, `agents_md.instructions`). */
export function contentKinds(payload: Record<string, unknown>): (string | undefined)[] {
  return list(record(payload['internal_chat_message_metadata_passthrough'])?.['content_item_kinds']).map(
    text,
  );
}

/** `true` where the metadata of a message says that a person wrote it. */
export function isHumanItem(payload: Record<string, unknown>): boolean {
  return contentKinds(payload).some((kind) => kind?.startsWith('user'));
}

/** `true` for the tag lines that stand around an image in a message's content. */
export function isImageTag(text: string): boolean {
  return IMAGE_TAG.test(text.trim());
}

export interface ShellNote {
  command: string;
  exitCode?: number;
  output: string;
}

/** The note that Codex leaves for the model after the human ran `!command`. */
export function userShellNote(text: string): ShellNote | undefined {
  const match =
    /^\s*<user_shell_command>\s*<command>\n?([\s\S]*?)\n?<\/command>(?:\s*<result>\n?([\s\S]*?)\n?<\/result>)?/.exec(
      text,
    );
  if (!match) return undefined;
  const result = /^(?:Exit code: (-?\d+)\n)?(?:Duration: [^\n]*\n)?(?:Output:\n)?([\s\S]*)$/.exec(
    match[2] ?? '',
  );
  const note: ShellNote = { command: match[1] ?? '', output: result?.[2] ?? '' };
  if (result?.[1] !== undefined) note.exitCode = Number(result[1]);
  return note;
}

/** The readable summary of a compaction, without the words that introduce it to the next model. */
export function compactionSummary(message: string): string | undefined {
  const summary = message.replace(SUMMARY_PREFIX, '').trim();
  return summary === '' ? undefined : summary;
}

export function isCompactionSummary(text: string): boolean {
  return SUMMARY_PREFIX.test(text);
}

/** Splits an assistant text into what it says and the plans that it proposes. */
export function withoutProposedPlans(text: string): { text: string; plans: string[] } {
  const plans: string[] = [];
  const rest = text.replace(/<proposed_plan>([\s\S]*?)(?:<\/proposed_plan>|$)/g, (_, plan: string) => {
    if (plan.trim() !== '') plans.push(plan.trim());
    return '';
  });
  return { text: rest.trim(), plans };
}

/** The words with which the interface sends an accepted plan back (strings of the 0.171 binary; the desktop app). */
export function acceptedPlan(text: string): { plan?: string } | undefined {
  if (/^implement the plan\.?$/i.test(text)) return {};
  const plan = /^(?:please implement this plan|implement the following plan):\s*([\s\S]+)$/i.exec(text)?.[1];
  return plan === undefined ? undefined : { plan: plan.trim() };
}
