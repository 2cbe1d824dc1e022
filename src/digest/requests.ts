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
  return words === '' || NUDGE_WORDS.has(words);
}

/** Go-ahead for a plan that stands in the conversation: "execute it", "implement the plan". */
export function isGoAhead(text: string): boolean {
  return (
    text.length < 200 &&
    /^(?:(?:ok(?:ay)?|yes|great|perfect|good|now|please|then|so|go ahead(?: and)?|let'?s|you can|and)[\s,.:!-]+)*(?:execute|implement|apply|carry out|do|run|start|begin|build|perform|follow)\s+(?:it|this|that|the plan|this plan|that plan|all of it|everything|all steps|the steps)\b/i.test(
      text.trim(),
    )
  );
}

const FOLLOW_UP =
  /^(?:also|and|now|but|wait|hmm+|no|nope|actually|instead|so|then|still|again|ok(?:ay)?|yes|yeah|well|oh|btw|by the way|one more|what about|how about|why|can you also|please also|this|that|it|its|it's|these|those|they|there|same|the (?:same|last|previous|test|error|output)|und|aber|auch|jetzt|y|pero|también|et|mais|aussi|然后|还有|但是|あと|でも)\b/i;

/** A message that reads as part of what is going on, not as a task of its own. */
export function readsAsFollowUp(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length < 40 || FOLLOW_UP.test(trimmed) || /^[^\n]{0,160}\?\s*$/.test(trimmed);
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
