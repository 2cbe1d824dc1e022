/** The event's own fields behind its data, as every version writes them: agentId?, id, timestamp, parentId. */
const ENVELOPE =
  /\},(?:"agentId":"[^"]*",)?"id":"([^"]{1,80})","timestamp":"[^"]{1,40}","parentId":(?:"([^"]{1,80})"|null)(?:,"agentId":"[^"]*")?\}$/;
const TYPE = /^\{"type":"([a-z_.]{1,60})"/;
const ENVELOPE_BYTES = 400;

export interface Envelope {
  type?: string;
  id?: string;
  parentId?: string;
  isSubAgent: boolean;
}

/** An event's type, ids and owner from its bytes, without parsing what it carries (often kilobytes). */
export function readEnvelope(line: Buffer): Envelope {
  const type = TYPE.exec(line.toString('latin1', 0, Math.min(line.length, 80)))?.[1];
  const end = line.toString('latin1', Math.max(0, line.length - ENVELOPE_BYTES));
  const ids = ENVELOPE.exec(end);
  return {
    ...(type === undefined ? {} : { type }),
    ...(ids?.[1] === undefined ? {} : { id: ids[1] }),
    ...(ids?.[2] === undefined ? {} : { parentId: ids[2] }),
    // Since 1.0.102 on the event, before in its data.
    isSubAgent: ids !== null && (ids[0].includes('"agentId":"') || end.includes('"parentToolCallId":"')),
  };
}
