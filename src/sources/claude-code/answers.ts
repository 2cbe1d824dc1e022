import { nonEmpty, record } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';

/** A human's answer to a question that the agent asked through `AskUserQuestion`. */
export interface Answer {
  question: string;
  text: string;
}

/** From the structured twin; for one that is missing, from the text `"question"="answer"`. */
export function answersOf(twin: unknown, output: string): Answer[] {
  const answers = record(record(twin)?.['answers']);
  if (!answers) {
    return [...output.matchAll(/"((?:[^"\\]|\\.)+)"="((?:[^"\\]|\\.)*)"/g)].map((match) => ({
      question: match[1] ?? '',
      text: match[2] ?? '',
    }));
  }
  const notes = record(record(twin)?.['annotations']);
  return Object.entries(answers).flatMap(([question, value]) => {
    const answer = Array.isArray(value)
      ? value.filter((part) => typeof part === 'string').join(', ')
      : nonEmpty(value);
    const note = nonEmpty(record(notes?.[question])?.['notes']);
    const text = [answer, note].filter(Boolean).join(' — ');
    return text === '' ? [] : [{ question, text }];
  });
}

/** A plan in prose that a call carries: `ExitPlanMode` until 2.1, a plan file written whole later. */
export function planTextOf(
  tool: string,
  input: JsonRecord,
  isPlanFile: (path: string) => boolean,
): string | undefined {
  if (tool === 'ExitPlanMode') return nonEmpty(input['plan'])?.trim();
  const path = nonEmpty(input['file_path']);
  return tool === 'Write' && path !== undefined && isPlanFile(path)
    ? nonEmpty(input['content'])?.trim()
    : undefined;
}
