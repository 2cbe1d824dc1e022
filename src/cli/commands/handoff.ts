import { PraisonError } from '../../errors.ts';
import type { FittedSection } from '../../handoff/fit.ts';
import type { SessionEntry } from '../../model/session.ts';
import { handOffSession, type SessionHandoff } from '../../sessions/hand-off.ts';
import type { SessionRow } from '../../sessions/newest-first.ts';
import type { SessionLookup } from '../../sessions/session-lookup.ts';
import type { Environment } from '../../sources/source.ts';
import { grouped } from '../human.ts';
import { expectLongReading } from '../long-reading.ts';
import { type StoreOption, withCatalog } from '../open-catalog.ts';
import { note, panel, print, printJson } from '../output.ts';
import { redactLevel } from '../redact-level.ts';
import type { LaunchOptions } from './handoff-to.ts';

interface HandoffCommandOptions extends LaunchOptions, StoreOption {
  copy?: boolean;
  explain?: boolean;
  output?: string;
  pick?: boolean;
  all?: boolean;
}

/** Exit code when the person leaves the picker: a shell's for Ctrl-C. */
const LEFT = 130;
/** As many sessions as a person looks through. */
const MOST_CANDIDATES = 200;

/** `session handoff [id]` */
export async function handoff(id: string | undefined, options: HandoffCommandOptions): Promise<void> {
  if (options.to === undefined) refuseWithoutAgent(options);
  await withCatalog(options, (catalog) => handOffOne(catalog, id, options));
}

async function handOffOne(
  catalog: SessionLookup,
  id: string | undefined,
  options: HandoffCommandOptions,
): Promise<void> {
  const entry = await chooseEntry(catalog, id, options);
  if (entry === undefined) {
    process.exitCode = LEFT;
    return;
  }
  expectLongReading(entry);
  const read = await handOffSession(catalog.sourceOf(entry), entry, catalog.environment, {
    maxChars: checkedCap(options.maxChars),
    redact: redactLevel(options),
    git: options.git,
  });
  const description = await catalog.describe(entry);
  const result = { ...read, sessionId: description.id ?? entry.id };
  if (!options.quiet) noteProblems(result);
  if (options.output !== undefined) await write(result.prompt, options.output, options);
  if (options.to === undefined) deliver(result, options);
  if (options.copy) await copy(result.prompt, catalog.environment, options);
  if (options.to !== undefined) {
    const { handOffTo } = await import('./handoff-to.ts');
    await handOffTo(result, result.localDirectory ?? description.directory, catalog.environment, options);
  }
}

/** Options that mean nothing without an agent. @throws PraisonError `invalid-argument` */
function refuseWithoutAgent(options: HandoffCommandOptions): void {
  const lone = [
    options.headless && '--headless',
    options.printCommand && '--print-command',
    options.cwd !== undefined && '--cwd',
    options.agentArg !== undefined && '--agent-arg',
  ].find(Boolean);
  if (!lone) return;
  throw new PraisonError('invalid-argument', `${lone} needs --to.`, {
    hints: ["Name the agent to start: 'praisonai session handoff --to claude-code'."],
  });
}

/** @returns `undefined` when the person left the picker */
async function chooseEntry(
  catalog: SessionLookup,
  id: string | undefined,
  options: HandoffCommandOptions,
): Promise<SessionEntry | undefined> {
  const filter = () => ({ source: options.source, project: options.all ? undefined : catalog.project() });
  if (options.pick && process.stdin.isTTY && process.stderr.isTTY) {
    const rows = await firstOf(catalog.newest(filter()), MOST_CANDIDATES);
    if (rows.length > 1)
      return (
        await (await import('../pick-session.ts')).pickSession(catalog, rows, id ?? '', redactLevel(options))
      )?.entry;
  } else if (options.pick && id === undefined && !options.quiet) {
    note('Not a terminal, so nobody was asked: the newest session.');
  }
  if (id !== undefined) return catalog.resolve(id, options.source);
  const wanted = filter();
  // Which is the newest of this project may take a look into thousands.
  expectLongReading();
  return (await catalog.newestRoot(wanted)).entry;
}

async function firstOf(rows: AsyncIterable<SessionRow>, most: number): Promise<SessionRow[]> {
  const taken: SessionRow[] = [];
  for await (const row of rows) {
    taken.push(row);
    if (taken.length === most) break;
  }
  return taken;
}

async function write(prompt: string, path: string, options: HandoffCommandOptions): Promise<void> {
  const { writePrivateFile } = await import('../../private-file.ts');
  await writePrivateFile(path, `${prompt}\n`);
  if (!options.quiet) note(`Written to ${path}`);
}

async function copy(prompt: string, environment: Environment, options: HandoffCommandOptions): Promise<void> {
  const { copyToClipboard } = await import('../clipboard.ts');
  const { copied, message } = await copyToClipboard(prompt, environment);
  // What was asked for is never lost: it is printed where it would not have been.
  if (!copied && (options.output !== undefined || options.to !== undefined)) print(prompt);
  if (!options.quiet) note(message);
}

function deliver(result: SessionHandoff, options: HandoffCommandOptions): void {
  if (options.json) {
    printJson({
      session_id: result.sessionId,
      handoff: result.prompt,
      has_goal: result.hasGoal,
      has_checkpoint: result.hasCheckpoint,
      ...(options.explain ? { sections: result.sections.map(explained), why: result.why } : {}),
    });
    return;
  }
  const title = `Session handoff · ${result.source}:${result.sessionId} · ${grouped(result.prompt.length)} characters`;
  if (options.output === undefined) print(process.stdout.isTTY ? panel(title, result.prompt) : result.prompt);
  if (options.explain) note([explanation(result.sections), ...whyLines(result.why)].join('\n'));
}

function whyLines(why: readonly string[]): string[] {
  return why.length === 0 ? [] : ['Why:', ...why.map((line) => `  ${line}`)];
}

function explained(section: FittedSection): Record<string, unknown> {
  return {
    section: section.name,
    chars: section.text.length,
    full_chars: section.fullChars,
    cut: section.cut,
    omitted_items: section.omittedItems,
  };
}

function explanation(sections: readonly FittedSection[]): string {
  const rows = sections.map((section) => {
    const size =
      section.cut === 'none' ? `${section.text.length}` : `${section.text.length} of ${section.fullChars}`;
    const left = section.omittedItems > 0 ? `, ${section.omittedItems} items left out` : '';
    const cut =
      section.cut === 'none' ? '' : section.cut === 'omitted' ? '  left out: no room' : `  cut${left}`;
    return `  ${section.name.padEnd(18)} ${size.padStart(14)} characters${cut}`;
  });
  return ['Sections:', ...rows].join('\n');
}

/** Skips and replacements are told, never silent. */
export function noteProblems({ report, secrets }: Pick<SessionHandoff, 'report' | 'secrets'>): void {
  const kinds = Object.entries(secrets).map(([kind, number]) => (number > 1 ? `${kind} (${number})` : kind));
  if (kinds.length > 0) note(`Note: secrets were replaced: ${kinds.join(', ')}. --no-redact shows them.`);
  for (const warning of report.warnings) note(`Note: ${warning}`);
  if (report.broken > 0) {
    note(
      `Note: ${report.broken} ${report.broken === 1 ? 'record' : 'records'} of the session could not be read and was left out.`,
    );
  }
}

/** A cap must be a whole number; the library itself takes any. */
function checkedCap(value: number | undefined): number | undefined {
  if (value === undefined || Number.isInteger(value)) return value;
  throw new PraisonError('invalid-argument', '--max-chars must be a whole number', {
    hints: ['0 means no cap.'],
  });
}
