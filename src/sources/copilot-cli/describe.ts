import type { SessionDescription, SessionEnding, SessionEntry } from '../../model/session.ts';
import { describeJsonLines, type LineDescriber, lastRecord, titleOf } from '../describe-lines.ts';
import { epochMs, nonEmpty, record, text } from '../fields.ts';
import { limitKind } from '../limit-message.ts';
import type { JsonRecord } from '../parse-record.ts';
import { readEnvelope } from './envelope.ts';
import { errorLimit, isAnswer } from './events.ts';
import { sessionFolder } from './paths.ts';
import { requestVia } from './requests.ts';
import { isSubAgentEvent } from './sub-agents.ts';
import { copilotAction } from './tools.ts';
import { readWorkspaceFile } from './workspace-file.ts';

type Fields = { [key: string]: unknown };

const IN_HEAD = /^(?:session\.(?:start|model_change)|user\.message)$/;
const IN_TAIL =
  /^(?:user\.message|abort|assistant\.(?:message|turn_end|turn_start)|tool\.(?:execution_start|execution_complete|user_requested)|session\.(?:error|shutdown|task_complete|snapshot_rewind|model_change)|session_limits_exhausted\.requested)$/;

export function describeCopilot(entry: SessionEntry): SessionDescription {
  const { description, ends } = describeJsonLines(entry.location, () => new CopilotDescriber());
  // Where the session went on, if its last resumption is within reach.
  setContext(description, record(ends && lastRecord(ends, '{"type":"session.resume"')?.data) ?? {});
  const folder = sessionFolder(entry);
  if (folder === undefined) return description;
  const workspace = readWorkspaceFile(folder);
  const title = workspace.get('name') || workspace.get('summary');
  const directory = description.directory ?? workspace.get('cwd');
  const branch = description.branch ?? workspace.get('branch');
  const createdAt = description.createdAt ?? epochMs(workspace.get('created_at'));
  return {
    ...description,
    ...(title ? { title } : {}),
    ...(directory ? { directory } : {}),
    ...(branch ? { branch } : {}),
    ...(createdAt === undefined ? {} : { createdAt }),
  };
}

class CopilotDescriber implements LineDescriber {
  /** A turn's end was met, going back: whether it is the answer's end is told by the message before it. */
  #turnEnded = false;
  /** Results met before their calls. */
  readonly #answered = new Set<string>();

  timestamp(event: JsonRecord): unknown {
    return event.timestamp;
  }

  skip(line: Buffer, part: 'head' | 'tail'): boolean {
    const { type, isSubAgent } = readEnvelope(line);
    return isSubAgent || (type !== undefined && !(part === 'head' ? IN_HEAD : IN_TAIL).test(type));
  }

  head(event: JsonRecord, description: SessionDescription): boolean {
    const data = record(event.data) ?? {};
    if (event.type === 'session.start') {
      const version = nonEmpty(data.copilotVersion);
      const parent = nonEmpty(data.detachedFromSpawningParentSessionId);
      if (version) description.agentVersion = version;
      if (parent) description.parentId = parent;
      setContext(description, data);
      setModel(description, data.selectedModel);
    } else if (event.type === 'session.model_change') setModel(description, data.newModel);
    if (event.type !== 'user.message' || requestVia(data) === undefined) return false;
    const title = titleOf(text(data.content) ?? '');
    if (title) description.title = title;
    return title !== undefined;
  }

  tail(event: JsonRecord, description: SessionDescription): SessionEnding | undefined {
    if (isSubAgentEvent(event)) return undefined;
    const data = record(event.data) ?? {};
    switch (event.type) {
      case 'user.message':
        return requestVia(data) === undefined ? undefined : 'interrupted';
      case 'abort':
        return data.reason === 'autopilot_credit_limit' ? 'usage-limit' : 'interrupted';
      case 'assistant.turn_end':
        this.#turnEnded = true;
        return undefined;
      case 'assistant.message':
        return this.#turnEnded && isAnswer(data) ? 'finished' : 'interrupted';
      case 'assistant.turn_start':
        return this.#turnEnded ? 'interrupted' : undefined;
      case 'session.model_change':
        setModel(description, data.newModel);
        return undefined;
      case 'session.snapshot_rewind':
        return 'finished';
      case 'session.task_complete':
        return data.success === false ? undefined : 'finished';
      case 'session_limits_exhausted.requested':
        return 'usage-limit';
      case 'session.error':
      case 'session.shutdown':
        return errorEnding(event.type, data);
      default:
        return this.#toolEnding(event.type, data);
    }
  }

  #toolEnding(type: unknown, data: Fields): SessionEnding | undefined {
    const callId = text(data.toolCallId) ?? '';
    if (type === 'tool.user_requested') return undefined;
    if (type === 'tool.execution_complete') {
      this.#answered.add(callId);
      return data.isUserRequested === true ? undefined : 'interrupted';
    }
    if (type !== 'tool.execution_start') return undefined;
    const action = copilotAction(text(data.toolName) ?? '', data.arguments);
    return action.type === 'ask' && !this.#answered.has(callId) ? 'waiting' : 'interrupted';
  }
}

function errorEnding(type: string, data: Fields): SessionEnding | undefined {
  const message = text(type === 'session.error' ? data.message : data.errorReason) ?? '';
  if (type === 'session.shutdown' && (data.shutdownType !== 'error' || message === '')) return undefined;
  const limit = errorLimit(text(data.errorType)) ?? limitKind(message);
  return limit === 'error' ? 'error' : `${limit}-limit`;
}

function setContext(description: SessionDescription, data: Fields): void {
  const context = record(data.context) ?? {};
  const repository = nonEmpty(context.repository);
  const host = nonEmpty(context.repositoryHost) ?? 'github.com';
  const values = {
    directory: nonEmpty(context.cwd),
    branch: nonEmpty(context.branch),
    commit: nonEmpty(context.headCommit),
    remote: repository && `https://${host}/${repository}`,
  };
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) description[key as keyof typeof values] = value;
  }
}

function setModel(description: SessionDescription, model: unknown): void {
  const name = nonEmpty(model);
  if (name !== undefined) description.model = name;
}
