import { proseSentences, type Sentence } from './sentences.ts';

/** A rule that the human stated, word for word. */
export interface Constraint {
  text: string;
  /** The human turn that stated it; the first prompt is turn 1. */
  turn: number;
  /** 3: forbids or binds in so many words; 2: obliges; 1: a wish about how. */
  strength: 1 | 2 | 3;
  /** Strength, and how surely the human means it as a rule: said shortly, as an order, not in the middle of a paste. */
  weight: number;
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
  /\b(?:avoid|refrain from|leave\s.{1,60}\b(?:alone|as (?:it )?is|untouched|unchanged)|keep\s.{1,80}\b(?:unchanged|intact|as (?:(?:it|that|they|these) )?(?:is|are)|untouched|the same|stable|compatible|backwards?[- ]compatible))\b/i,
  /\b(?:ask|check with|confirm with|consult|wait for) (?:me|us|my)\b.{0,60}\b(?:before|first|until|ok|approval|confirmation)\b|\b(?:only|not) allowed\b|\b(?:nowhere|nothing|nobody) (?:else|but)\b/i,
  /\bonly\s+(?:use|touch|edit|change|modify|write|run|work|round|add|allow|support|do|in|at|on|after|when|if|through|via)\b|\b(?:use|touch|edit|change|modify|keep|write|run|round|support|allow|work)\s.{0,60}\bonly\b/i,
  /(?:不要|不可以|不可|禁止|别再|别用|必须|只能|只用|始终|务必|切勿|勿)|(?:しないで|禁止|必ず|絶対に|だけ(?:使|を使))|(?:하지\s?마|금지|반드시|절대)/,
  /\b(?:niemals|nie(?!\s?mand)|nicht|keine?n?|immer|nur|muss|müssen|darf|dürfen|jamais|toujours|n['’]\p{L}+\s.{0,20}pas|ne\s.{1,20}\spas|nunca|siempre|debe|jamás|não|sempre|mai|никогда|нельзя|всегда|только|не\s+\p{L}+(?:й|йте|ть))(?!\p{L})/iu,
];
const OBLIGES: readonly RegExp[] = [
  /\b(?:must|always|make sure|ensure|be sure|needs? to (?:be|stay|remain|keep|work|support)|has to|have to (?:be|stay|remain|use|keep)|required|mandatory|stick (?:to|with)|strictly|at most|no more than)\b/i,
  /\bshould\s+(?:always|only|be|use|stay|remain|keep|work|support|have|follow|match)\b/i,
];
const WAYS: readonly RegExp[] = [
  /\buse\s+[^.]{1,60},?\s(?:and )?not\s/i,
  /\bkeep\s.{1,60}\b(?:under|below|within|short|small|simple|minimal|consistent)\b/i,
  /(?:^|[,;:]\s*|\bso\s+)no\s+(?!problem|idea|need|worries|luck|one|longer|matter|doubt|rush|i\b|we\b|it\b|that\b|this\b|the\b|you\b)[a-z][\w-]{2,}/i,
  /\bbefore\s+(?:(?:you|each|every|any|the)\s+)?(?:commit|push|merg|delet|releas|deploy|publish|chang|remov)\w*/i,
  /^(?:everything|all|every|each|commit messages?|comments?|tests?|names?|docs?|documentation|logs?|errors?|code|files?|branches|branch names|prs?|pull requests?|strings?|messages?|functions?|variables?|imports?)\b.{0,60}\b(?:in|go|goes|must|should|are to|use|uses|start|end|belong|live|stay|need)\b/i,
  /^(?:please\s+)?(?:do|write|build|make|implement|fix|solve|keep|add|create|use|get)\b.{0,80}\bwithout\s+\w/i,
  /^(?:please\s+)?use\s+\S+(?:\s+\S+){0,3}\s+(?:for|in|as|when|everywhere|throughout)\b/i,
];
const WISHES: readonly RegExp[] = [
  /\b(?:prefer|preferably|i(?:['’]d| would) (?:like|prefer|rather)|use\s+(?:the|our|my|a|an)?\s*\S+(?:\s+\S+)?\s+(?:for|instead)|follow (?:the|our)|as (?:simple|small|short|few|little) as)\b/i,
];

/** Sentences that look like a rule and are none: reports, questions, hypotheses. */
const NO_RULE =
  /^(?:why|what|how|where|who|is|are|does|do you|did|can you explain|isn['’]t|aren['’]t|doesn['’]t|didn['’]t|i (?:don['’]t|do not|can['’]t|cannot|never|didn['’]t|am|was|have)|it(?:['’]s| is| does| doesn['’]t| can['’]t| never| keeps)|if you don['’]t|there (?:is|are) no|you (?:never|didn['’]t|don['’]t|only)|looks like|seems|error|warning|failed|traceback|exception)\b|[?？]["')\]]*$/i;

/** In a long message, what the human says is at its ends; between them stand documents and logs. */
const EDGE_CHARS = 400;

/**
 * The rules in a human's message, verbatim. Neighbouring sentences that are rules stay together as they were written.
 */
export function constraintsIn(message: string, turn: number): Constraint[] {
  const text = message.slice(0, MAX_SCANNED_CHARS);
  const rules: (Sentence & { strength: 1 | 2 | 3 })[] = [];
  for (const sentence of proseSentences(text)) {
    const strength = ruleStrength(sentence.text);
    if (strength === 0 || (strength < 3 && message.length > PASTE_CHARS && !isAtEdge(sentence, text)))
      continue;
    const previous = rules.at(-1);
    const gap = previous ? text.slice(previous.end, sentence.start) : '\n';
    if (previous && /^[ \t]*$/.test(gap) && sentence.end - previous.start <= MAX_RULE_CHARS) {
      previous.text = text.slice(previous.start, sentence.end);
      previous.end = sentence.end;
      previous.strength = Math.max(previous.strength, strength) as 1 | 2 | 3;
    } else rules.push({ ...sentence, strength });
  }
  return rules.map((rule) => ({
    text: rule.text,
    turn,
    strength: rule.strength,
    weight: weightOf(rule, text),
  }));
}

function isAtEdge(sentence: Sentence, text: string): boolean {
  return sentence.start < EDGE_CHARS || sentence.end > text.length - EDGE_CHARS;
}

const ORDER =
  /^(?:(?:please|pls|also|and|but|actually|oh|ok(?:ay)?|important|note|again|remember)[\s,:!-]+)*(?:never|always|don['’]?t|do not|no|only|use|keep|avoid|must|make sure|ensure|leave|ask|stick|you (?:must|may|should)|we (?:must|should)|nothing|everything|all)\b/i;

function weightOf(rule: Sentence & { strength: number }, text: string): number {
  const own = text.length < 1500 || isAtEdge(rule, text) ? 1 : 0;
  const order = ORDER.test(rule.text) ? 1 : 0;
  return rule.strength + own + order - (rule.text.length > 200 ? 0.5 : 0);
}

function ruleStrength(sentence: string): 0 | 1 | 2 | 3 {
  if (sentence.length < 8 || sentence.length > MAX_RULE_CHARS) return 0;
  if (NO_RULE.test(sentence)) return 0;
  if (STRONG.some((pattern) => pattern.test(sentence))) return 3;
  if (OBLIGES.some((pattern) => pattern.test(sentence)) || isWay(sentence)) return 2;
  if (WISHES.some((pattern) => pattern.test(sentence))) return 1;
  return 0;
}

/** How things are to be done; only said shortly, a long sentence tells a story. */
function isWay(sentence: string): boolean {
  return sentence.length <= 160 && WAYS.some((pattern) => pattern.test(sentence));
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
  const all = [...newest.values()].filter((constraint) => constraint.weight >= MIN_WEIGHT);
  const ranked = [...all].sort((a, b) => b.weight - a.weight || b.turn - a.turn);
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

/** Below it stand wishes and remarks that only sound like rules. */
const MIN_WEIGHT = 3;

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
