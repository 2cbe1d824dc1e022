import type { FileChange, PlanItem } from '../../model/session-event.ts';
import { patchChanges } from '../../text/patch-changes.ts';
import { list, record, text } from '../fields.ts';

/**
 * What a code-mode script is about to do, read from its JavaScript source without running it; pure.
 *
 * In code mode (0.149 and newer) the model has one tool, `exec`, whose input is JavaScript that calls
 * `tools.exec_command({cmd})`, `tools.apply_patch("…")`, `tools.update_plan({plan})`. Commands and edits that ran have
 * records of their own; a plan, and what was under way when the run was cut, stand only in the source.
 */
export type ScriptStep =
  | { type: 'run'; command: string; directory?: string }
  | { type: 'edit'; changes: FileChange[] };

/** A script is read up to this many characters. */
const MAX_SOURCE_CHARS = 256 * 1024;
const MAX_DEPTH = 16;
const MAX_STEPS = 100;

/** Commands and patches in the order in which the source names them. */
export function scriptSteps(source: string): ScriptStep[] {
  const code = source.slice(0, MAX_SOURCE_CHARS);
  const steps: ScriptStep[] = [];
  for (const match of code.matchAll(/\bexec_command\s*\(|(["'`])\*\*\* Begin Patch/g)) {
    if (steps.length >= MAX_STEPS) break;
    if (match[1] !== undefined) {
      const patch = readLiteral(code, match.index)?.value;
      const changes = typeof patch === 'string' ? patchChanges(patch) : [];
      if (changes.length > 0) steps.push({ type: 'edit', changes });
      continue;
    }
    const call = record(readLiteral(code, match.index + match[0].length)?.value);
    const command = text(call?.['cmd']);
    const directory = text(call?.['workdir']);
    if (command) steps.push({ type: 'run', command, ...(directory ? { directory } : {}) });
  }
  return steps;
}

/** The list of the last `update_plan` call in the source. */
export function scriptPlan(source: string): PlanItem[] | undefined {
  const code = source.slice(0, MAX_SOURCE_CHARS);
  const call = [...code.matchAll(/\bupdate_plan\s*\(/g)].at(-1);
  if (!call) return undefined;
  const from = call.index + call[0].length;
  const whole = planItems(record(readLiteral(code, from)?.value)?.['plan']);
  if (whole) return whole;
  // `plan: steps` or a shorthand `{plan}`: the list stands in a variable before the call.
  const name = /^\s*\{[^[\]]*?\bplan\b\s*(?::\s*([A-Za-z_$][\w$]*))?/.exec(code.slice(from, from + 2000));
  if (!name) return undefined;
  const variable = (name[1] ?? 'plan').replaceAll('$', '\\$');
  const assigned = [...code.matchAll(new RegExp(`\\b${variable}\\s*=\\s*(?=\\[)`, 'g'))].at(-1);
  return assigned && planItems(readLiteral(code, assigned.index + assigned[0].length)?.value);
}

/** `true` when the script does nothing but set the plan. */
export function isPlanOnly(source: string): boolean {
  const called = [...source.matchAll(/\btools\.(\w+)\s*\(/g)].map((match) => match[1]);
  return called.length > 0 && called.every((tool) => tool === 'update_plan');
}

/** The plan list of an `update_plan` call: `[{step, status}]`. */
export function planItems(plan: unknown): PlanItem[] | undefined {
  if (!Array.isArray(plan)) return undefined;
  return list(plan).flatMap((item) => {
    const step = text(record(item)?.['step']);
    if (!step?.trim()) return [];
    const status = text(record(item)?.['status']);
    const known = status === 'completed' || status === 'in_progress' ? status : 'pending';
    return [{ text: step, status: known } satisfies PlanItem];
  });
}

interface Literal {
  value: unknown;
  /** Index after it. */
  end: number;
}

/** A JavaScript literal at `from`: string, template, number, word, array, object; what is none of these is `undefined`. */
function readLiteral(code: string, from: number, depth = 0): Literal | undefined {
  const start = skipSpace(code, from);
  const first = code[start];
  if (first === undefined || depth > MAX_DEPTH) return undefined;
  if (first === '"' || first === "'" || first === '`') return readString(code, start);
  if (first === '[') return readItems(code, start, depth);
  if (first === '{') return readMembers(code, start, depth);
  const word = /^-?[\w$.]+/.exec(code.slice(start, start + 100))?.[0];
  return word === undefined ? undefined : { value: word === 'null' ? null : word, end: start + word.length };
}

function skipSpace(code: string, from: number): number {
  const space = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
  space.lastIndex = from;
  space.exec(code);
  return Math.max(space.lastIndex, from);
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  '\n': '',
};

function readString(code: string, start: number): Literal | undefined {
  const quote = code[start];
  let value = '';
  for (let index = start + 1; index < code.length; index += 1) {
    const character = code[index] ?? '';
    if (character === quote) return { value, end: index + 1 };
    if (character !== '\\') {
      value += character;
      continue;
    }
    const unicode = /^u(?:\{([0-9a-f]{1,6})\}|([0-9a-f]{4}))|^x([0-9a-f]{2})/i.exec(
      code.slice(index + 1, index + 10),
    );
    if (unicode) {
      const point = Number.parseInt(unicode[1] ?? unicode[2] ?? unicode[3] ?? '', 16);
      value += point <= 0x10ffff ? String.fromCodePoint(point) : '';
      index += unicode[0].length;
    } else {
      const next = code[index + 1] ?? '';
      value += ESCAPES[next] ?? next;
      index += 1;
    }
  }
  return undefined;
}

function readItems(code: string, start: number, depth: number): Literal | undefined {
  const value: unknown[] = [];
  let index = skipSpace(code, start + 1);
  while (code[index] !== ']') {
    const item = readLiteral(code, index, depth + 1);
    if (!item) return undefined;
    value.push(item.value);
    index = skipSpace(code, item.end);
    if (code[index] === ',') index = skipSpace(code, index + 1);
    else if (code[index] !== ']') return undefined;
  }
  return { value, end: index + 1 };
}

/** Members up to the first that is no literal are kept: `{cmd: "x", timeout: ms * 2}` still names the command. */
function readMembers(code: string, start: number, depth: number): Literal | undefined {
  const members = new Map<string, unknown>();
  const done = (end: number): Literal => ({ value: Object.fromEntries(members), end });
  let index = skipSpace(code, start + 1);
  while (index < code.length && code[index] !== '}') {
    const key = /^(?:([\w$]+)|"([^"\\]*)"|'([^'\\]*)')\s*/.exec(code.slice(index, index + 200));
    if (!key) return done(index);
    const name = key[1] ?? key[2] ?? key[3] ?? '';
    index += key[0].length;
    if (code[index] !== ':') return done(index);
    const member = readLiteral(code, index + 1, depth + 1);
    if (!member) return done(index);
    members.set(name, member.value);
    index = skipSpace(code, member.end);
    if (code[index] === ',') index = skipSpace(code, index + 1);
    else if (code[index] !== '}') return done(index);
  }
  return done(index + 1);
}
