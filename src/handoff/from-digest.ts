import { quotedCommand, recentActionLines, usedCommands, verifyCommands } from '../digest/action-lines.ts';
import type { Digest } from '../digest/digest.ts';
import type { KeyFile } from '../digest/key-files.ts';
import { decisions, earlierSummary, numberedLines, wordsExcerpt } from '../digest/statements.ts';
import type { Request } from '../digest/timeline.ts';
import type { SessionEnding } from '../model/session.ts';
import { cutWords } from '../text/cut.ts';
import { plainData, quoteData, withoutLabels } from '../text/sanitize.ts';
import type { HandoffOptions } from './build-handoff-prompt.ts';
import { shortenOutside } from './outside-files.ts';
import { type HandoffOrigin, workspaceLine } from './workspace-line.ts';

export type { HandoffOrigin };

const GOAL_CHARS = 700;
const REQUEST_CHARS = 600;
const BETWEEN_CHARS = 140;
const WORDS_CHARS = 320;
const SUMMARY_CHARS = 900;

/** The sections of a session of which we have a digest. Pure; text of the agent and of tools is quoted, the human's is not. */
export function handoffFromDigest(digest: Digest, origin: HandoffOrigin): HandoffOptions {
  const { timeline, task } = digest;
  const constraints = digest.constraints.shown.map((rule) => `${oneLine(rule.text)} [turn ${rule.turn}]`);
  if (digest.constraints.leftOut.length > 0)
    constraints.push(`… ${digest.constraints.leftOut.length} weaker or older rules left out`);
  const recentActions = recentActionLines(timeline);
  const verifyWith = verifyCommands(timeline).map(({ text }) => text);
  const files = shortenOutside(digest.keyFiles.map(({ path }) => path));
  const options: HandoffOptions = {
    goalState: {
      goal: timeline.goal?.goal ?? (task.goal ? requestText(task.goal, GOAL_CHARS) : ''),
      criteria: { outcome: timeline.definitionOfDone ?? '', verification: '', constraints },
    },
    latestRequest: latestRequest(digest),
    status: statusLine(digest),
    rankedFiles: digest.keyFiles.map((file, index) => fileLabel(file, files.paths[index] ?? file.path)),
    openTasks: openTasks(digest),
    recentActions,
    verifyWith,
    commands: usedCommands(timeline, [...recentActions, ...verifyWith].join('\n')).map(({ text }) => text),
    decisions: decisions(timeline).map(quoteData),
    workspace: workspaceLine(timeline, origin),
  };
  if (files.note !== undefined) options.rankedFilesNote = withoutLabels(files.note);
  if (digest.progress && digest.progress.total > 0) options.progress = progressLine(digest.progress);
  if (digest.failure) options.lastFailure = failureLine(digest);
  if (digest.unfinished) {
    options.unfinishedCall = `${callLabel(digest)} has no result on record: it may have run; verify first.`;
  }
  const summary = earlierSummary(timeline, JSON.stringify(options), SUMMARY_CHARS);
  if (summary) options.earlierSummary = quoteData(summary);
  return options;
}

function requestText(request: Request, maxChars: number): string {
  return cutMiddle(oneLine(request.text), maxChars);
}

/** A request's beginning and its end: what it wants, and what it adds last. */
function cutMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const tail = text.slice(-Math.floor(maxChars / 4));
  return `${cutWords(text, Math.floor((maxChars * 3) / 4) - 1)} ${tail.slice(tail.indexOf(' ') + 1)}`;
}

function latestRequest(digest: Digest): string {
  const { task, timeline } = digest;
  const parts: string[] = [];
  // Where the agent keeps a goal of its own, that is the GOAL: the human's words for the task have their place here.
  const stated =
    timeline.goal && task.goal?.text.trim() !== timeline.goal.goal.trim() ? task.goal : undefined;
  const latest = task.latest ?? stated;
  if (latest) parts.push(requestText(latest, REQUEST_CHARS));
  if (task.nudge)
    parts.push(latest ? `(then: “${requestText(task.nudge, 120)}”)` : requestText(task.nudge, 120));
  for (const remark of task.remarks) {
    const how =
      remark.via === 'answer' && remark.question
        ? `answered ${quoteData(cutWords(oneLine(remark.question), 100))}`
        : 'refused a call';
    parts.push(`(${how}: “${requestText(remark, 200)}”)`);
  }
  const before = task.between.slice(-3).map((request) => `“${requestText(request, BETWEEN_CHARS)}”`);
  if (before.length > 0) parts.push(`(asked before that: ${before.join(', ')})`);
  return parts.join(' ');
}

const ENDING_TEXT: Readonly<Record<SessionEnding, string>> = {
  finished: 'the agent finished its turn',
  interrupted: 'interrupted in the middle of the work',
  'usage-limit': 'stopped by a usage limit',
  'context-limit': 'stopped because the context was full',
  error: 'stopped by an error of the model’s service',
  waiting: 'waiting for the user’s answer',
  unknown: 'how it ended is not on record',
};

function statusLine(digest: Digest): string {
  const detail = wordsExcerpt(digest.endingDetail, WORDS_CHARS);
  const words = wordsExcerpt(digest.timeline.statements.at(-1)?.text ?? '', WORDS_CHARS);
  const text = ENDING_TEXT[digest.ending];
  switch (digest.ending) {
    case 'waiting':
      return `${text}: ${quoteData(detail)}${choices(digest.timeline.statements.at(-1)?.text ?? '')}`;
    case 'usage-limit':
    case 'context-limit':
    case 'error':
      return `${text} (${quoteData(cutWords(detail, 120))})${words ? `; the agent’s last words: ${quoteData(words)}` : ''}`;
    default:
      return words ? `${text}; the agent’s last words: ${quoteData(words)}` : text;
  }
}

const MOST_CHOICES = 5;
const CHOICE_CHARS = 90;

/** What a question offers to choose from: an answer like "the second" means nothing without. */
function choices(words: string): string {
  const offered = numberedLines(words).slice(-MOST_CHOICES);
  if (offered.length < 2) return '';
  return `; offered: ${quoteData(offered.map((line) => cutWords(line, CHOICE_CHARS)).join(' '))}`;
}

function fileLabel(file: KeyFile, path: string): string {
  return `${withoutLabels(path)}${file.unverified ? '*' : ''}${file.failing ? ' (in the failure)' : ''}`;
}

function openTasks(digest: Digest): string[] {
  return (digest.progress?.open ?? []).map((item) =>
    item.status === 'in_progress' ? `[in progress] ${plainData(item.text)}` : plainData(item.text),
  );
}

function progressLine(progress: NonNullable<Digest['progress']>): string {
  if (!progress.tracked)
    return `a plan of ${progress.total} steps; which of them are done is not on record, verify`;
  const last = progress.lastCompleted ? `; last completed: ${plainData(progress.lastCompleted)}` : '';
  return `${progress.completed} of ${progress.total} tasks done${last}`;
}

function failureLine(digest: Digest): string {
  const failure = digest.failure;
  if (!failure) return '';
  const exit = failure.exitCode === undefined ? 'failed' : `exited ${failure.exitCode}`;
  return `${quotedCommand(failure.command)} ${exit}${failure.result ? `: ${quoteData(failure.result)}` : ''}`;
}

function callLabel(digest: Digest): string {
  const call = digest.unfinished;
  if (!call) return '';
  if (call.command) return quotedCommand(call.command);
  return withoutLabels([call.tool, call.paths.slice(0, 3).join(', ')].join(' '));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
