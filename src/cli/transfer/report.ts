import type { SessionEntry } from '../../model/session.ts';
import type { SessionKey } from '../../stores/session-store.ts';
import { isStoreError } from '../../stores/store-error.ts';
import { oneLine } from '../../text/sanitize.ts';
import type { SendOutcome } from '../../transfer/send-session.ts';
import type { CommonOptions } from '../command-parts.ts';
import { count } from '../human.ts';
import { note, print, printJson } from '../output.ts';
import type { Progress } from '../progress.ts';

/** How one session fared; `here`: this machine has the original. */
export type Transferred = Omit<SendOutcome, 'status'> & {
  status: SendOutcome['status'] | 'here';
  secrets?: Readonly<Record<string, number>>;
  warnings?: readonly string[];
  /** Records that could not be read, and did not travel. */
  broken?: number;
  /** By which the store knows it, where this machine calls it otherwise. */
  key?: SessionKey;
};

interface Line {
  session_id: string;
  source: string;
  status: Transferred['status'] | 'failed';
  messages: number;
  sent: number;
  replaced: number;
  error?: string;
}

/** Of one session that is broken, the others are not kept waiting; a store that does not answer ends it all. */
const OF_ONE_SESSION = new Set([
  'session-unreadable',
  'session-not-found',
  'session-changed',
  'session-exists',
  'session-locked',
  'file-name-taken',
  'invalid-session-id',
]);

/** Tells what became of each session: a line each as it happens, or JSON at the end. */
export class TransferReport {
  private readonly lines: Line[] = [];
  private readonly secrets = new Map<string, number>();

  constructor(
    private readonly place: string,
    private readonly total: number,
    private readonly options: CommonOptions,
    /** Stands on the line that is to be printed on. */
    private readonly progress: Progress,
  ) {}

  async add(entry: Pick<SessionEntry, 'source' | 'id'>, transfer: () => Promise<Transferred>): Promise<void> {
    const name = { session_id: entry.id, source: entry.source };
    try {
      const {
        status,
        messages,
        sent,
        replaced,
        secrets = {},
        warnings = [],
        broken = 0,
        key,
      } = await transfer();
      if (key !== undefined) Object.assign(name, { session_id: key.id, source: key.source });
      for (const [kind, number] of Object.entries(secrets))
        this.secrets.set(kind, (this.secrets.get(kind) ?? 0) + number);
      this.tell({ ...name, status, messages, sent, replaced });
      const told = withBroken(warnings, broken);
      if (told.length > 0) this.progress.clear();
      if (!this.options.quiet) for (const warning of told) note(`Note: ${warning}`);
    } catch (error) {
      if (!isStoreError(error) || !OF_ONE_SESSION.has(error.code)) throw error;
      this.tell({ ...name, status: 'failed', messages: 0, sent: 0, replaced: 0, error: error.message });
    }
  }

  /** The exit code is 1 when a session could not be brought over. */
  finish(): void {
    if (this.options.json) printJson({ store: this.place, sessions: this.lines });
    else if (this.total !== 1) print(this.summary());
    if (!this.options.quiet && this.secrets.size > 0)
      note(`Note: secrets were replaced: ${[...this.secrets.keys()].join(', ')}. --no-redact keeps them.`);
    if (this.lines.some(({ status }) => status === 'failed' || status === 'diverged')) process.exitCode = 1;
  }

  private tell(line: Line): void {
    this.lines.push(line);
    if (this.options.json || (line.status === 'unchanged' && this.total !== 1)) return;
    this.progress.clear();
    const text = `${oneLine(`${line.source}:${line.session_id}`)}  ${oneLine(described(line))}`;
    if (line.status === 'failed' || line.status === 'diverged') note(text);
    else print(text);
  }

  private summary(): string {
    const numbers = new Map<string, number>();
    for (const { status } of this.lines) numbers.set(status, (numbers.get(status) ?? 0) + 1);
    if (numbers.size === 0) return 'No sessions.';
    return [...numbers].map(([status, number]) => `${number} ${status}`).join(', ');
  }
}

function withBroken(warnings: readonly string[], broken: number): readonly string[] {
  if (broken === 0) return warnings;
  return [...warnings, `${count(broken, 'record')} of the session could not be read and did not travel.`];
}

function described({ status, messages, sent, replaced, error }: Line): string {
  switch (status) {
    case 'new':
      return count(messages, 'message');
    case 'updated':
      return `${count(sent, 'new message')} of ${messages}${replaced > 0 ? `, ${replaced} taken back` : ''}`;
    case 'unchanged':
      return `unchanged, ${count(messages, 'message')}`;
    case 'behind':
      return `older than the one that is there (${count(messages, 'message')}): nothing was written`;
    case 'diverged':
      return 'both sides have messages that the other does not have: nothing was written; --force takes this side’s';
    case 'here':
      return 'this machine has the original';
    case 'failed':
      return error ?? 'failed';
    default:
      return status satisfies never;
  }
}
