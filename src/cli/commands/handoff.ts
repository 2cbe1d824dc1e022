import { PraisonError } from '../../errors.ts';
import type { FittedSection } from '../../handoff/fit.ts';
import { SessionCatalog } from '../../sessions/catalog.ts';
import { handOffSession, type SessionHandoff } from '../../sessions/hand-off.ts';
import { processEnvironment } from '../environment.ts';
import { grouped } from '../human.ts';
import { note, panel, print, printJson } from '../output.ts';
import type { CommonOptions } from '../program.ts';
import { redactLevel } from '../redact-level.ts';

interface HandoffCommandOptions extends CommonOptions {
  copy?: boolean;
  maxChars?: number;
  explain?: boolean;
  output?: string;
}

/** `session handoff [id]` */
export async function handoff(id: string | undefined, options: HandoffCommandOptions): Promise<void> {
  const catalog = new SessionCatalog(processEnvironment());
  const entry =
    id === undefined
      ? catalog.newestRoot({ source: options.source, project: catalog.project() }).entry
      : catalog.resolve(id, options.source);
  const result = await handOffSession(catalog.sourceOf(entry), entry, catalog.environment, {
    maxChars: checkedCap(options.maxChars),
    redact: redactLevel(options),
  });
  if (!options.quiet) noteProblems(result);
  if (options.output !== undefined) {
    const { writePrivateFile } = await import('../private-file.ts');
    await writePrivateFile(options.output, `${result.prompt}\n`);
    if (!options.quiet) note(`Written to ${options.output}`);
  }
  if (options.copy) await copy(result.prompt, options);
  deliver({ ...result, sessionId: catalog.describe(entry).id ?? entry.id }, options);
}

async function copy(prompt: string, options: HandoffCommandOptions): Promise<void> {
  const { copyToClipboard } = await import('../clipboard.ts');
  const copied = await copyToClipboard(prompt);
  if (!options.quiet) note(copied.message);
}

function deliver(result: SessionHandoff, options: HandoffCommandOptions): void {
  if (options.json) {
    printJson({
      session_id: result.sessionId,
      handoff: result.prompt,
      has_goal: result.hasGoal,
      has_checkpoint: result.hasCheckpoint,
      ...(options.explain ? { sections: result.sections.map(explained) } : {}),
    });
    return;
  }
  const title = `Session handoff · ${result.source}:${result.sessionId} · ${grouped(result.prompt.length)} characters`;
  if (options.output === undefined) print(process.stdout.isTTY ? panel(title, result.prompt) : result.prompt);
  if (options.explain) note(explanation(result.sections));
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
function noteProblems({ report, secrets }: SessionHandoff): void {
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
