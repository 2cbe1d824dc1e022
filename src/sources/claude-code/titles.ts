import { nonEmpty, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';

const MAX_SUMMARIES = 100;

export type TitleRecord = 'custom-title' | 'ai-title' | 'summary';

/** A session's title: the human's own, else the model's, else an old build's summary. The last of each kind counts. */
export class Titles {
  #custom = '';
  #generated = '';
  #summaries: { title: string; leaf: string }[] = [];

  add(type: TitleRecord, entry: JsonRecord): void {
    if (type === 'custom-title') this.#custom = text(entry['customTitle'])?.trim() ?? '';
    else if (type === 'ai-title') this.#generated = text(entry['aiTitle'])?.trim() ?? '';
    else {
      const title = nonEmpty(entry['summary']);
      const leaf = text(entry['leafUuid']);
      if (title === undefined || leaf === undefined) return;
      this.#summaries = [...this.#summaries, { title, leaf }].slice(-MAX_SUMMARIES);
    }
  }

  /** Most summaries in a file describe other sessions: only one whose leaf is a record of this file counts. */
  title(isRecord: (uuid: string) => boolean): string | undefined {
    const summary = this.#summaries.findLast((candidate) => isRecord(candidate.leaf));
    return this.#custom || this.#generated || summary?.title;
  }
}
