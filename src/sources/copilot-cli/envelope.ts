import { nonEmpty } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { isOneRecord } from '../whole-line.ts';

/** The event's own fields behind its data, as every version writes them: agentId?, id, timestamp, parentId. */
const ENVELOPE =
  /^\},(?:"agentId":"[^"]*",)?"id":"([\w.:-]{1,80})","timestamp":"([^"\\]{1,40})","parentId":(?:"([\w.:-]{1,80})"|null)(?:,"agentId":"[^"]*")?\}$/;
const TYPE = /^\{"type":"([a-z_.]{1,60})"/;
const TYPE_BYTES = 80;
const ENVELOPE_BYTES = 400;

export interface Envelope {
  type: string | undefined;
  id: string | undefined;
  timestamp: string | undefined;
  parentId: string | undefined;
  isSubAgent: boolean;
}

/** An event's type, ids and owner from its bytes, without parsing what it carries (often kilobytes). */
export function readEnvelope(line: Buffer): Envelope {
  const type = TYPE.exec(line.toString('latin1', 0, Math.min(line.length, TYPE_BYTES)))?.[1];
  const end = line.toString('latin1', Math.max(0, line.length - ENVELOPE_BYTES));
  // The brace that closes the data: no field behind it has one.
  const ids = ENVELOPE.exec(end.slice(end.lastIndexOf('}', end.length - 2)));
  return {
    type,
    id: ids?.[1],
    timestamp: ids?.[2],
    parentId: ids?.[3],
    // Since 1.0.102 on the event, before in its data.
    isSubAgent: ids !== null && (ids[0].includes('"agentId":"') || end.includes('"parentToolCallId":"')),
  };
}

/** The same of a parsed event. */
export function envelopeOf(event: JsonRecord): Envelope {
  const [type, id, timestamp, parentId] = ['type', 'id', 'timestamp', 'parentId'].map((key) =>
    nonEmpty(event[key]),
  );
  return { type, id, timestamp, parentId, isSubAgent: false };
}

const BEGINNING = /^\{"type":"[a-z_.]{1,60}","data":\{/;
const DATA = Buffer.from('","data":{');

/** Whether a line is one whole event of the usual form, neither torn nor glued to another. */
export function isOneEvent(line: Buffer): boolean {
  const beginning = BEGINNING.exec(line.toString('latin1', 0, Math.min(line.length, TYPE_BYTES)))?.[0];
  return beginning !== undefined && isOneRecord(line, [DATA], beginning.length - 1);
}

const CALLS_ONLY =
  /^\{"type":"assistant\.message","data":\{(?:"(?!model")[a-zA-Z]+":"[^"\\]{0,200}",)*(?:"model":"([^"\\]{1,100})",)?(?:"[a-zA-Z]+":"[^"\\]{0,200}",)*"content":"","toolRequests":\[\{/;
const SUCCESS =
  /^\{"type":"tool\.execution_complete","data":\{"toolCallId":"([\x20\x21\x23-\x5b\x5d-\x7e]{1,200})",[^{}]{0,400}(?:"fileEdits":\[[^\]]{0,600}\],)?"success":true,"result":\{/;
const START_BYTES = 1400;

/** A message without words, for its calls are events of their own; the rest is encrypted reasoning, kilobytes of it. */
export function callsOnly(line: Buffer): { model?: string } | undefined {
  const match = CALLS_ONLY.exec(line.toString('latin1', 0, Math.min(line.length, START_BYTES)));
  if (!match) return undefined;
  return match[1] === undefined ? {} : { model: match[1] };
}

/** The call whose success a line tells, without its result. */
export function succeededCall(line: Buffer): string | undefined {
  return SUCCESS.exec(line.toString('latin1', 0, Math.min(line.length, START_BYTES)))?.[1];
}
