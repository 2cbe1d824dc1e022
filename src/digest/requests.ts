import { proseSentences } from './sentences.ts';

/** What kind of thing a human's message is. */

/** "go on" in the languages that people type; the whole message, punctuation and politeness aside. */
const NUDGE_WORDS = new Set(
  (
    'continue|continue please|please continue|go on|go ahead|go|carry on|keep going|proceed|resume|next|next step|' +
    'ok|okay|k|kk|yes|y|yep|yeah|yup|sure|sure go ahead|yes please|yes go ahead|yes proceed|ok go|ok go ahead|ok continue|' +
    'ok proceed|yes continue|do it|do that|do so|just do it|lets do it|lets go|sounds good|looks good|looks good to me|lgtm|perfect|great|nice|' +
    'good|cool|thanks|thank you|thx|ty|try again|retry|again|try that|please proceed|please do|please go on|approved|' +
    'approve|accept|accepted|correct|right|exactly|agreed|fine|done|hello|hi|hey|ping|you there|are you there|still there|' +
    'what now|and now|now what|finish|finish it|finish up|keep working|work on|continue work|continue working|continue from where you left off|' +
    'continue where you left off|pick up where you left off|resume where you left off|resume work|stop|wait|hold on|cancel|never mind|nevermind|' +
    'weiter|mach weiter|weitermachen|ja|ja bitte|bitte weiter|los|gut|danke|sigue|continua|continúa|adelante|sí|si|vale|dale|' +
    'continuer|continue stp|oui|vas y|d accord|merci|suite|prossegue|continuar|prossiga|sim|ok segue|siga|vai|avanti|procedi|va bene|' +
    'продолжай|продолжи|дальше|да|давай|ок|хорошо|继续|繼續|好|好的|是|是的|可以|对|行|続けて|続けてください|はい|お願いします|계속|계속해|네|응'
  ).split('|'),
);

/** A message that only tells the agent to go on: it says nothing about the task. */
export function isNudge(text: string): boolean {
  if (text.length > 80) return false;
  const words = text
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  // "1", "b": the choice of an option that the agent offered.
  return words === '' || words.length < 2 || /^\d+$/.test(words) || NUDGE_WORDS.has(words);
}

/** Go-ahead for a plan that stands in the conversation: "execute it", "implement the plan". */
export function isGoAhead(text: string): boolean {
  return (
    text.length < 200 &&
    /^(?:(?:ok(?:ay)?|yes|great|perfect|good|now|please|then|so|go ahead(?: and)?|let'?s|you can|and)[\s,.:!-]+)*(?:execute|implement|apply|carry out|do|run|start|begin|build|perform|follow)\s+(?:it|this|that|the plan|this plan|that plan|all of it|everything|all steps|the steps)(?:[\s,]+(?:now|please|then|thanks|step by step|all|as planned|as is|for me|first))*[\s.!]*$/i.test(
      text.trim(),
    )
  );
}

/** "yes, let's add this": consent to what the agent proposed. */
export function isConsent(text: string): boolean {
  return (
    text.trim().length < 60 &&
    /^(?:yes|yep|yeah|yup|ok(?:ay)?|sure|right|correct|great|perfect|sounds good|agreed|ja|oui|s[ií]|да|好的?|はい)\b/i.test(
      text.trim(),
    )
  );
}

/** Asks for knowledge, not for work. "Can you fix it?" asks for work. */
export function isQuestion(text: string): boolean {
  const trimmed = text.trim();
  if (/^(?:hi|hello|hey)\b.{0,20}$/i.test(trimmed)) return true;
  if (
    /^(?:can|could|would|will) you (?:please )?(?:explain|tell|describe|summari[sz]e|show|list|give|do me|check|look|remind|walk)\b/i.test(
      trimmed,
    )
  )
    return true;
  return (
    /^(?:what|why|how|where|when|who|which|is|are|was|were|do|does|did|has|have|should|would|could (?:it|this|that|we)|so,? |question:|q:|explain|summari[sz]e|describe|tell me)\b/i.test(
      trimmed,
    ) && /\?/.test(trimmed)
  );
}

const FOLLOW_UP =
  /^(?:also|and|but|wait|hmm+|no|nope|actually|instead|so|then|still|again|well|oh|btw|by the way|one more|what about|how about|why|can you also|please also|this|that|it|its|it's|these|those|they|there|same|the (?:same|last|previous|test|error|output)|und|aber|auch|y|pero|también|et|mais|aussi|然后|还有|但是|あと|でも)\b/i;

const CHORE =
  /^(?:(?:ok(?:ay)?|yes|yep|great|perfect|good|now|please|then|so|and|also|let'?s|can you|could you|go ahead(?: and)?)[\s,.:!–—-]+)*(?:(?:git\s+)?(?:commit|push|rebase|merge|squash|amend)\b|(?:create|make|open|raise|update|mark|undraft)\s+(?:me\s+)?(?:a|an|the|this)?\s*(?:new\s+|draft\s+|git\s+)*(?:prs?|pull[- ]?requests?|commits?|branch)\b|(?:reply|respond)\b)/i;

/** Orders about the repository, not about the work: commit, push, open a pull request, answer the review. */
export function isChore(text: string): boolean {
  return text.length < 240 && CHORE.test(text.trim());
}

/** A message that reads as part of what is going on, not as a task of its own. */
export function readsAsFollowUp(text: string): boolean {
  const trimmed = text.trim();
  if (isChore(trimmed)) return true;
  return weightOf(trimmed) < 20 || FOLLOW_UP.test(trimmed) || isQuestion(trimmed) || isPaste(trimmed);
}

/** Length of a text in letters; an ideograph says more than one. */
function weightOf(text: string): number {
  const ideographs = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return text.length + ideographs * 1.5;
}

/** Mostly a log, a trace or code: it shows how the present work stands. */
function isPaste(text: string): boolean {
  if (
    /^(?:\d{4}-\d\d-\d\d|\[?\d\d:\d\d|~?\/\S+ \(|[$➜❯#] |Traceback\b|\w*(?:Error|Exception)\b|error[:[ ]|panic:|\s*at \S+ \()/.test(
      text,
    )
  )
    return true;
  if (text.length < 200) return false;
  const prose = proseSentences(text).reduce((sum, sentence) => sum + sentence.text.length, 0);
  return prose < text.length * 0.35;
}

/** Begins with an order to make something: add, build, fix. Orders to run, check or commit belong to what is made. */
export function ordersWork(text: string): boolean {
  if (weightOf(text) < 24 || isPaste(text)) return false;
  return /^(?:(?:ok(?:ay)?|now|next|great|thanks|please|pls|hi|hello|hey|alright|and now|let'?s|we (?:need|have|want|should)(?: to)?|i(?:'d like| want| need)(?: you)?(?: to)?|(?:can|could|would|will) (?:you|we)(?: please)?|your task is to|task:|todo:)[\s,.:!-]+)*(?:add|build|create|implement|write|make|refactor|rewrite|migrate|port|convert|upgrade|update|replace|remove|delete|rename|document|design|set ?up|investigate|debug|fix|support|introduce|extract|move|optimi[sz]e|improve|speed up|integrate|develop|change|extend|clean ?up|redesign|translate|draft|prepare|deploy|review|analy[sz]e|find out)\b/i.test(
    text.trim(),
  );
}

/** Enough text to be a task described in other words than an order. */
export function isLong(text: string): boolean {
  return weightOf(text) >= 200 && !isPaste(text);
}

/** Says itself that something new begins. */
export function announcesNewTask(text: string): boolean {
  return /\b(?:new task|next task|different (?:task|thing|topic|issue)|another (?:task|issue|bug|feature)|unrelated|switch(?:ing)? (?:to|gears)|let'?s (?:move on|now (?:work|do|add|build|start)|start (?:on|with))|move on to|moving on|next up|forget (?:that|about))\b/i.test(
    text.slice(0, 300),
  );
}

/** Words that tell what a text is about. */
export function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}][\p{L}\p{N}_-]{3,}/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)).slice(0, 400));
}

const STOP_WORDS = new Set(
  'this that with from have what when where which will would should could there their them then than they your please make need want just like also into only some more most very been being were does doing done about after before because here each other over under same such through while until again both these those code file files change changes update add remove create sure look check work working still using used uses line lines'.split(
    ' ',
  ),
);
