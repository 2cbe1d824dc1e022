import { text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';

/** Plans are written for people; a longer file is something else. */
const MAX_PLAN_CHARS = 64 * 1024;

/**
 * The plan that the plan agent keeps in a file, `.opencode/plans/<time>-<slug>.md` or `<data>/plans/…`, and that the
 * human approves by letting it leave plan mode (`plan_exit`; OpenCode source, tool/plan.ts).
 */
export class PlanDocument {
  #path = '';
  #text = '';

  /** The plan after a successful call, when the call wrote or approved it. */
  after(tool: string, input: JsonRecord): { text: string; approved: boolean } | undefined {
    if (tool === 'plan_exit') return this.#text === '' ? undefined : { text: this.#text, approved: true };
    const path = text(input['filePath']) ?? '';
    if (!/[\\/]plans[\\/][^\\/]+\.md$/.test(path)) return undefined;
    if (tool === 'write') {
      this.#path = path;
      this.#text = (text(input['content']) ?? '').slice(0, MAX_PLAN_CHARS).trim();
    } else if (tool === 'edit' && path === this.#path) {
      this.#text = this.#text.replace(text(input['oldString']) ?? '', () => text(input['newString']) ?? '');
    } else return undefined;
    return this.#text === '' ? undefined : { text: this.#text, approved: false };
  }
}
