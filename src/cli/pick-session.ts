import { AutocompletePrompt, isCancel } from '@clack/core';
import type { RedactLevel } from '../sessions/cleaner.ts';
import { handOffSession } from '../sessions/hand-off.ts';
import type { SessionRow } from '../sessions/newest-first.ts';
import type { SessionLookup } from '../sessions/session-lookup.ts';
import { presentRows } from '../sessions/session-record.ts';
import { showsColour } from './colour.ts';
import { age } from './human.ts';
import { matchesItem, type PickerItem, pickerFrame } from './picker-view.ts';

/** A preview is made when the choice has rested for so long. */
const REST_MS = 60;
/** Larger sessions would hold up the keyboard: they are shown without a preview. */
const MOST_PREVIEW_BYTES = 40_000_000;
const ONE_LINE_UP = '\u001b[1A';
const ERASE_BELOW = '\r\u001b[J';

/**
 * Lets the person choose a session. Everything is drawn on standard error, and nothing of it stays.
 *
 * @param typed what stands in the search line at first
 * @returns `undefined` when the person left
 */
export async function pickSession(
  catalog: SessionLookup,
  rows: readonly SessionRow[],
  typed: string,
  level: RedactLevel,
): Promise<SessionRow | undefined> {
  const items = itemsOf(await presentRows(rows, level));
  const output = process.stderr;
  const previews = new Previews(catalog, rows, items, level, () => output.emit('resize'));
  const prompt = new AutocompletePrompt<{ value: string; item: PickerItem }>({
    options: items.map((item) => ({ value: item.key, item })),
    filter: (search, { item }) => matchesItem(search, item),
    initialUserInput: typed,
    output,
    validate: (value) => (value === undefined ? 'Nothing matches.' : undefined),
    render() {
      if (this.state === 'submit' || this.state === 'cancel') return '';
      const colour = showsColour(output);
      return pickerFrame({
        input: colour ? this.userInputWithCursor : this.userInput,
        items: this.filteredOptions.map(({ item }) => item),
        total: items.length,
        focus: this.cursor,
        preview: typeof this.focusedValue === 'string' ? previews.of(this.focusedValue) : [],
        columns: output.columns || 80,
        rows: output.rows || 24,
        colour,
      });
    },
  });
  const answer = await prompt.prompt();
  previews.stop();
  // The prompt ends with an empty line of its own.
  output.write(ONE_LINE_UP + ERASE_BELOW);
  if (isCancel(answer)) return undefined;
  return rows[items.findIndex((item) => item.key === answer)];
}

function itemsOf(rows: readonly SessionRow[]): PickerItem[] {
  const now = Date.now();
  const seen = new Map<string, number>();
  return rows.map(({ entry, description, activeAt }) => {
    const name = `${entry.source}:${description.id ?? entry.id}`;
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    const title = description.title || '(no title)';
    const ending = description.ending === 'unknown' ? '' : (description.ending ?? '');
    return {
      // A session that was copied is there twice.
      key: times === 0 ? name : `${name}#${times}`,
      source: entry.source,
      title,
      age: age(activeAt, now),
      ending,
      searched: [name, title, ending, description.directory ?? ''].join(' ').toLowerCase(),
    };
  });
}

/** The beginnings of the prompts, made one by one when they are looked at. */
class Previews {
  readonly #lines = new Map<string, readonly string[]>();
  #timer: NodeJS.Timeout | undefined;
  #wanted = '';

  constructor(
    private readonly catalog: SessionLookup,
    private readonly rows: readonly SessionRow[],
    private readonly items: readonly PickerItem[],
    private readonly level: RedactLevel,
    private readonly changed: () => void,
  ) {}

  of(key: string): readonly string[] | undefined {
    const known = this.#lines.get(key);
    if (known === undefined && this.#wanted !== key) {
      this.#wanted = key;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#make(key), REST_MS);
    }
    return known;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#wanted = '';
  }

  async #make(key: string): Promise<void> {
    const row = this.rows[this.items.findIndex((item) => item.key === key)];
    if (row === undefined) return;
    const lines = await this.#linesOf(row);
    this.#lines.set(key, lines);
    if (this.#wanted === key) this.changed();
  }

  async #linesOf({ entry }: SessionRow): Promise<readonly string[]> {
    if (entry.sizeBytes > MOST_PREVIEW_BYTES) return ['(a long session: no preview)'];
    try {
      const { prompt } = await handOffSession(this.catalog.sourceOf(entry), entry, this.catalog.environment, {
        redact: this.level,
        // The keyboard waits for a preview.
        git: false,
      });
      // The first paragraph is the same in all.
      return prompt.split('\n').slice(2);
    } catch (error) {
      return [`(no preview: ${error instanceof Error ? error.message : String(error)})`];
    }
  }
}
