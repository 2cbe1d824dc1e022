import { proseSentences, type Sentence } from './sentences.ts';

/** A rule that the human stated, word for word. */
export interface Constraint {
  text: string;
  /** The human turn that stated it; the first prompt is turn 1. */
  turn: number;
  /** 3: forbids or binds in so many words; 2: obliges; 1: a wish about how. */
  strength: 1 | 2 | 3;
}

/** Longest rule that is kept; a longer sentence is a description, not a rule. */
const MAX_RULE_CHARS = 400;
/** Longer messages are pastes: only their strong rules count. */
const PASTE_CHARS = 6000;
const MAX_SCANNED_CHARS = 60_000;

/** Where a clause can begin, so that "I don't know" is no rule and "and don't add one" is. */
const CLAUSE =
  '(?:^|[,;:.!(–—\\-]\\s*|\\b(?:and|but|please|pls|so|also|then|just|actually|again|remember(?: to)?|note|important|btw|you|we|should|it should|that|to|ok|okay|no)\\s*[,:]?\\s+)';
const FORBIDS = new RegExp(
  `${CLAUSE}(?:please\\s+)?(?:never(?!\\s?mind)|do\\s+not|don['’]?t|dont)\\s+(?!(?:worry|know|think|understand|see why|care|have to|need to|bother|mind|believe|remember|forget|get|like|want)\\b)[\\p{L}]`,
  'iu',
);
const STRONG: readonly RegExp[] = [
  FORBIDS,
  /\b(?:must|may|shall|can|should)\s+(?:not|never)\b|\b(?:mustn['’]t|shouldn['’]t|shan['’]t)\b/i,
  /\b(?:never|under no circumstances|not allowed|forbidden|off[- ]limits|prohibited|at all costs|hands off)\b(?!\s?mind)/i,
  /\b(?:don['’]?t|do not) (?:forget|want (?:you|any|to (?:add|use|change|break|touch|see|have)))\b/i,
  /(?:^|[\s,;(])(?:no|without(?: any)?|zero)\s+(?:new|extra|additional|external|more|third[- ]party|breaking|runtime|unnecessary|changes?|comments?|mocks?|emojis?|tests?|dependenc\w+|librar\w+|frameworks?|packages?|classes|placeholders?|hardcod\w+|hacks?|shortcuts?|todo|todos|any\b)/i,
  /\b(?:avoid|refrain from|leave\s.{1,60}\b(?:alone|as (?:it )?is|untouched|unchanged)|keep\s.{1,80}\b(?:unchanged|intact|as (?:it )?is|untouched|the same|stable|compatible|backwards?[- ]compatible))\b/i,
  /\bonly\s+(?:use|touch|edit|change|modify|write|run|work|round|add|allow|support|do|in|at|on|after|when|if|through|via)\b|\b(?:use|touch|edit|change|modify|keep|write|run|round|support|allow|work)\s.{0,60}\bonly\b/i,
  /\b(?:instead of|rather than)\s+\w+ing\b/i,
  /(?:不要|不可以|不可|禁止|别再|别用|必须|只能|只用|始终|务必|切勿|勿)|(?:しないで|禁止|必ず|絶対に|だけ(?:使|を使))|(?:하지\s?마|금지|반드시|절대)/,
  /\b(?:niemals|nie(?!\s?mand)|nicht|keine?n?|immer|nur|muss|müssen|darf|dürfen|jamais|toujours|n['’]\p{L}+\s.{0,20}pas|ne\s.{1,20}\spas|nunca|siempre|debe|jamás|não|sempre|mai|никогда|нельзя|всегда|только|не\s+\p{L}+(?:й|йте|ть))(?!\p{L})/iu,
];
const OBLIGES: readonly RegExp[] = [
  /\b(?:must|always|make sure|ensure|be sure|needs? to (?:be|stay|remain|keep|work|support)|has to|have to (?:be|stay|remain|use|keep)|required|mandatory|stick (?:to|with)|strictly|at most|no more than)\b/i,
  /\bshould\s+(?:always|only|be|use|stay|remain|keep|work|support|have|follow|match)\b/i,
];
const WISHES: readonly RegExp[] = [
  /\b(?:prefer|preferably|i(?:['’]d| would) (?:like|prefer|rather)|use\s+(?:the|our|my|a|an)?\s*\S+(?:\s+\S+)?\s+(?:for|instead)|follow (?:the|our)|as (?:simple|small|short|few|little) as)\b/i,
];

/** Sentences that look like a rule and are none: reports, questions, hypotheses. */
const NO_RULE =
  /^(?:why|what|how|where|who|is|are|does|do you|did|can you explain|isn['’]t|aren['’]t|doesn['’]t|didn['’]t|i (?:don['’]t|do not|can['’]t|cannot|never|didn['’]t|am|was|have)|it(?:['’]s| is| does| doesn['’]t| can['’]t| never| keeps)|if you don['’]t|there (?:is|are) no|you (?:never|didn['’]t|don['’]t|only)|looks like|seems|error|warning|failed|traceback|exception)\b|[?？]["')\]]*$/i;

/**
 * The rules in a human's message, verbatim. Neighbouring sentences that are rules stay together as they were written.
 */
export function constraintsIn(message: string, turn: number): Constraint[] {
  const text = message.slice(0, MAX_SCANNED_CHARS);
  const rules: (Sentence & { strength: 1 | 2 | 3 })[] = [];
  for (const sentence of proseSentences(text)) {
    const strength = ruleStrength(sentence.text);
    if (strength === 0 || (message.length > PASTE_CHARS && strength < 3)) continue;
    const previous = rules.at(-1);
    const gap = previous ? text.slice(previous.end, sentence.start) : '\n';
    if (previous && /^[ \t]*$/.test(gap) && sentence.end - previous.start <= MAX_RULE_CHARS) {
      previous.text = text.slice(previous.start, sentence.end);
      previous.end = sentence.end;
      previous.strength = Math.max(previous.strength, strength) as 1 | 2 | 3;
    } else rules.push({ ...sentence, strength });
  }
  return rules.map(({ text: rule, strength }) => ({ text: rule, turn, strength }));
}

function ruleStrength(sentence: string): 0 | 1 | 2 | 3 {
  if (sentence.length < 8 || sentence.length > MAX_RULE_CHARS) return 0;
  if (NO_RULE.test(sentence)) return 0;
  if (STRONG.some((pattern) => pattern.test(sentence))) return 3;
  if (OBLIGES.some((pattern) => pattern.test(sentence))) return 2;
  if (WISHES.some((pattern) => pattern.test(sentence))) return 1;
  return 0;
}

/**
 * The rules to show, in the order in which they were stated: those that bind most and are newest, as many as
 * `maxChars` holds. A rule said again counts once, where it was said last.
 */
export function selectConstraints(
  constraints: readonly Constraint[],
  maxChars: number,
): { shown: Constraint[]; leftOut: Constraint[] } {
  const newest = new Map<string, Constraint>();
  for (const constraint of constraints) {
    const same = key(constraint.text);
    newest.delete(same);
    newest.set(same, constraint);
  }
  const all = [...newest.values()];
  const ranked = [...all].sort((a, b) => b.strength - a.strength || b.turn - a.turn);
  const shown = new Set<Constraint>();
  let room = maxChars;
  for (const constraint of ranked) {
    if (constraint.text.length + 12 > room) continue;
    room -= constraint.text.length + 12;
    shown.add(constraint);
  }
  return {
    shown: all.filter((constraint) => shown.has(constraint)),
    leftOut: all.filter((constraint) => !shown.has(constraint)),
  };
}

function key(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** "Done when …" in the human's words; the last one stated. */
export function definitionOfDoneIn(message: string): string | undefined {
  const found = proseSentences(message.slice(0, MAX_SCANNED_CHARS)).filter(({ text }) =>
    /\b(?:done (?:when|if|once)|definition of done|(?:success|acceptance|exit|completion) criteri(?:a|on)\b|(?:finished|complete|completed|successful) (?:when|once|if)|we(?:['’]re| are) done (?:when|once)|until all tests pass)/i.test(
      text,
    ),
  );
  const last = found.at(-1)?.text;
  return last && last.length <= MAX_RULE_CHARS ? last : undefined;
}
