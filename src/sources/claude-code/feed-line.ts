import type { ReadReport } from '../../model/session.ts';
import { parseLine } from '../parse-record.ts';
import { lineKind } from './line-kind.ts';
import { mayEdit } from './side-files.ts';
import { parseToolResultLine } from './tool-result-line.ts';
import type { Transcript } from './transcript.ts';

/** Hands one line to the fold, parsed no further than it is needed. Returns whether all of it could be parsed. */
export function feedLine(
  line: Buffer,
  transcript: Transcript,
  ofSubAgent: boolean,
  report: ReadReport,
): boolean {
  const kind = lineKind(line);
  if (kind === 'ignored' || kind === 'thinking') {
    report.records += 1;
    if (kind === 'thinking') transcript.thinking();
    return true;
  }
  if ((kind === 'sidechain' && !ofSubAgent) || kind === 'agent-progress') {
    report.records += 1;
    if (mayEdit(line)) feedSubAgentEdit(line, kind, transcript);
    return true;
  }
  const partial = parseToolResultLine(line, (callId) => transcript.calls.needs(callId));
  const parsed = partial ? { records: [partial], broken: 0 } : parseLine(line);
  report.broken += parsed.broken;
  for (const entry of parsed.records) {
    if (transcript.add(entry)) report.records += 1;
    else report.unknown += 1;
  }
  return parsed.broken === 0;
}

function feedSubAgentEdit(line: Buffer, kind: 'sidechain' | 'agent-progress', transcript: Transcript): void {
  for (const entry of parseLine(line).records) {
    if (kind === 'sidechain') transcript.sidechain(entry);
    else transcript.agentProgress(entry);
  }
}
