import { list, nonEmpty, record } from '../fields.ts';
import { contentTexts, snapshotSummary } from '../gemini-cli/human-text.ts';
import { limitKind } from '../gemini-cli/notices.ts';
import type { JsonRecord } from '../parse-record.ts';
import type { Transcript } from './transcript.ts';

type When = { at?: number };

/** Applies a system record; `false` when its subtype is not known. */
export function applySystemRecord(transcript: Transcript, entry: JsonRecord, when: When): boolean {
  const payload = record(entry['systemPayload']) ?? {};
  switch (entry['subtype']) {
    case 'ui_telemetry':
      failedCall(transcript, record(payload['uiEvent']) ?? {}, when);
      return true;
    case 'chat_compression':
      compaction(transcript, payload, when);
      return true;
    case 'custom_title':
      transcript.title = nonEmpty(payload['customTitle']) ?? transcript.title;
      return true;
    case 'slash_command':
      // Other commands are handled by the agent itself and are no request.
      if (payload['phase'] === 'invocation' && payload['sentToModel'] === true)
        transcript.command = nonEmpty(payload['rawCommand'])?.trim();
      return true;
    case 'session_model':
      transcript.timeline.model(nonEmpty(payload['modelId']), when.at);
      return true;
    case 'goal_state':
      goal(transcript, payload, when);
      return true;
    case 'turn_result':
      turnResult(transcript, payload, when);
      return true;
    case 'rewind':
      return true;
    default:
      return false;
  }
}

/** A model call that failed: the end of the run only when no answer follows, for most are tried again. */
function failedCall(transcript: Transcript, event: JsonRecord, when: When): void {
  if (event['event.name'] !== 'qwen-code.api_error') return;
  // The session's own turns have ids of this form; others are sub-agents' and helpers'.
  const promptId = nonEmpty(event['prompt_id']);
  if (promptId !== undefined && !promptId.includes('########')) return;
  const message =
    nonEmpty(event['error_message']) ?? nonEmpty(event['error_type']) ?? 'The model call failed.';
  if (event['error_type'] === 'APIUserAbortError')
    transcript.timeline.stops({ kind: 'interruption', ...when });
  else {
    const limit = event['status_code'] === 429 ? 'usage' : limitKind(message);
    transcript.timeline.stops({ kind: 'limit', limit, message, ...when });
  }
}

function compaction(transcript: Transcript, payload: JsonRecord, when: When): void {
  const history = list(payload['compressedHistory']).map(record);
  const texts = history
    .filter((turn) => turn?.['role'] === 'user')
    .map((turn) => contentTexts(turn?.['parts']));
  const summary =
    snapshotSummary(texts.flat()) ??
    nonEmpty(texts[0]?.[0]?.split('\n\nResume the prior task using the summary')[0]);
  transcript.timeline.endTurn();
  transcript.timeline.send({ kind: 'compaction', ...(summary !== undefined && { summary }), ...when });
}

function goal(transcript: Transcript, payload: JsonRecord, when: When): void {
  const state = record(record(payload['snapshot'])?.['goal']);
  const objective = nonEmpty(state?.['objective']);
  if (objective !== undefined) {
    const status = nonEmpty(state?.['status']);
    const reason = nonEmpty(state?.['lastReason']);
    transcript.goal = objective;
    transcript.timeline.send({
      kind: 'goal',
      goal: objective,
      ...(status !== undefined && { status }),
      ...(reason !== undefined && { reason }),
      ...when,
    });
  } else if (transcript.goal !== undefined) {
    transcript.timeline.send({ kind: 'goal', goal: transcript.goal, status: 'cleared', ...when });
    transcript.goal = undefined;
  }
}

/** Written by the daemon: `state` is completed, cancelled or error. */
function turnResult(transcript: Transcript, payload: JsonRecord, when: When): void {
  if (payload['state'] === 'completed') transcript.timeline.stops({ kind: 'turn-end', ...when });
  if (payload['state'] === 'cancelled') transcript.timeline.stops({ kind: 'interruption', ...when });
  if (payload['state'] !== 'error') return;
  const message = nonEmpty(record(payload['error'])?.['message']) ?? 'The turn failed.';
  transcript.timeline.stops({ kind: 'limit', limit: limitKind(message), message, ...when });
}
