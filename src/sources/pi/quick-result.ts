import { isOneRecord } from '../whole-line.ts';

const RECORD_BEGINNINGS = [Buffer.from('{"type":"message"')];

const START =
  /^\{"type":"message",(?:"id":"[^"\\]{1,128}","parentId":(?:null|"[^"\\]{1,128}"),)?"timestamp":"([^"\\]{10,40})","message":\{"role":"toolResult","toolCallId":"([\x20\x21\x23-\x5b\x5d-\x7e]{1,200})","toolName":"(?:read|write|edit)",/;
const END = /,"isError":false(?:,"durationMs":[\d.]{1,20})?,"timestamp":(\d{10,16})\}\}$/;
const START_BYTES = 700;
const END_BYTES = 120;

export interface QuickResult {
  callId: string;
  timestamp: string;
  messageTimestamp: number;
}

/**
 * The result of a file tool that succeeded, from the bytes around its content: what files held is half of a session
 * (measured on a real one of version 1), and none of it goes into an event. `undefined` for any other line.
 */
export function quickResult(line: Buffer): QuickResult | undefined {
  if (line.length < 200) return undefined;
  const start = START.exec(line.toString('latin1', 0, Math.min(line.length, START_BYTES)));
  if (!start) return undefined;
  const end = END.exec(line.toString('latin1', line.length - END_BYTES));
  // A damaged line is left to the parser, which counts it.
  if (!end || !isOneRecord(line, RECORD_BEGINNINGS)) return undefined;
  return { callId: start[2] ?? '', timestamp: start[1] ?? '', messageTimestamp: Number(end[1]) };
}
