/**
 * Text of foreign origin, made safe to print and to quote. The patterns are linear: each reads a character once.
 */

/**
 * UTF-8 read as Latin-1 is full of C1 bytes (the closing quote ends in U+009D): behind a byte of that kind a C1 control opens
 * nothing, it is only removed.
 */
const NOT_MOJIBAKE = String.raw`(?<![\x80-\xbf\xc2-\xf4])`;

/** CSI, also in its 8-bit form; a sequence that never ends is taken up to where it breaks off. */
const CSI = String.raw`(?:\x1b\[|${NOT_MOJIBAKE}\x9b)[0-?]*[ -/]*[@-~]?`;

/**
 * DCS, SOS, OSC, PM and APC with their payload, up to BEL, ST, CAN or SUB. An unterminated one ends with its line: a terminal
 * would go on swallowing, but one stray byte must not hide the rest of a transcript.
 */
const CONTROL_STRING = String.raw`\x1b[PX\]^_][^\x07\x18\x1a\x1b\x9c\n\r]*(?:\x07|\x18|\x1a|\x9c|\x1b\\)?`;

/** The same in 8-bit form, with its payload only when it is terminated; else the opener alone goes, as a control. */
const C1_STRING = String.raw`${NOT_MOJIBAKE}[\x90\x98\x9d-\x9f][^\x07\x18\x1a\x1b\x90\x98\x9c-\x9f\n\r]*(?:\x07|\x9c|\x1b\\)`;

/** Every other escape: charset choice, cursor save, reset. */
const ESCAPE = String.raw`\x1b[ -/]*[0-~]?`;

const TERMINAL_SEQUENCE = new RegExp(`${CSI}|${CONTROL_STRING}|${C1_STRING}|${ESCAPE}`, 'g');

/** VT, FF, NEL and a lone CR end a line for someone: keep the break, lose the control. */
const ODD_LINE_BREAK = /\r\n?|[\v\f\x85]/g;

const CONTROL = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/g;

/** Patterns with Unicode properties, which are dear to make: only when a text needs them. */
interface UnicodePatterns {
  readonly invisible: RegExp;
  readonly loneSurrogate: RegExp;
  readonly variation: RegExp;
  readonly varied: RegExp;
  readonly emoji: RegExp;
  readonly beforeJoiner: RegExp;
  readonly joiningScript: RegExp;
}

let unicodePatterns: UnicodePatterns | undefined;

function makeUnicodePatterns(): UnicodePatterns {
  return {
    // Format characters: bidi controls, zero-width characters, BOM, soft hyphen, tags. Spared are the joiners (decided below)
    // and the few that print something themselves or build a syllable (Arabic number signs, Kaithi, Egyptian).
    invisible:
      /(?!\u200c|\u200d|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1343f}])\p{Cf}|[\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu,
    loneSurrogate: /\p{Surrogate}/gu,
    variation: /[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu,
    varied: /[\p{Emoji}\p{S}\p{Lo}]/u,
    emoji: /\p{Extended_Pictographic}/u,
    beforeJoiner: /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f/u,
    joiningScript: new RegExp(
      `[${JOINING_SCRIPTS.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`,
      'u',
    ),
  };
}

/** Scripts in which a joiner or non-joiner changes what is read. */
const JOINING_SCRIPTS = [
  ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya'],
  ...['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar'],
];

const JOINER = /[\u200c\u200d]/g;
const PLAIN = /^[\n\t\x20-\x7e]*$/;

/** Holds no control, surrogate, format character, joiner or variation selector: European letters, punctuation, symbols, CJK. */
const WITHOUT_INVISIBLE =
  /^[\n\t\x20-\x7e\xa0-\xac\xae-\u05ff\u2010-\u2029\u202f-\u205f\u2070-\ua4ff\uac00-\ud7a3]*$/;

/**
 * The text without control characters (except `\n` and `\t`), terminal sequences, bidi controls, invisible characters and lone
 * surrogates (which become U+FFFD). Line breaks of every control kind become `\n`. Joiners and variation selectors stay where
 * they carry meaning: inside emoji and in the scripts that need them. Idempotent.
 */
export function stripControls(text: string): string {
  if (PLAIN.test(text) || WITHOUT_INVISIBLE.test(text)) return text;
  unicodePatterns ??= makeUnicodePatterns();
  const { invisible, loneSurrogate, variation, varied } = unicodePatterns;
  return text
    .replace(TERMINAL_SEQUENCE, '')
    .replace(ODD_LINE_BREAK, '\n')
    .replace(CONTROL, '')
    .replace(loneSurrogate, '\ufffd')
    .replace(invisible, '')
    .replace(variation, (selector, index: number, whole: string) =>
      varied.test(characterBefore(whole, index)) ? selector : '',
    )
    .replace(JOINER, (joiner, index: number, whole: string) => (keepsJoiner(whole, index) ? joiner : ''));
}

function keepsJoiner(text: string, index: number): boolean {
  unicodePatterns ??= makeUnicodePatterns();
  const before = characterBefore(text, index);
  if (unicodePatterns.joiningScript.test(before)) return true;
  if (text[index] !== '\u200d' || !unicodePatterns.beforeJoiner.test(before)) return false;
  return unicodePatterns.emoji.test(String.fromCodePoint(text.codePointAt(index + 1) ?? 0));
}

/** The code point that ends at `index`; empty at the beginning. */
function characterBefore(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1);
  return text.slice(unit >= 0xdc00 && unit <= 0xdfff ? index - 2 : Math.max(0, index - 1), index);
}

/** `stripControls`, then every line break (also U+2028 and U+2029) and run of white space as one space, trimmed. */
export function oneLine(text: string): string {
  return stripControls(text).replace(/\s+/g, ' ').trim();
}

/** The labels that open a section of the prompt; quoted text must not show one. */
const SECTION_LABEL =
  /\b(GOAL|DEFINITION OF DONE|CONSTRAINTS|LATEST REQUEST|STATUS|PROGRESS|OPEN TASKS|LAST FAILURE|UNFINISHED CALL|RECENT ACTIONS|KEY FILES|VERIFY WITH|COMMANDS USED|DECISIONS|EARLIER SUMMARY|WORKSPACE|NEXT)(\s{0,4}\([^()\n]{0,60}\))?\s{0,4}[:：]/g;

/** A speaker's name where a line begins, as chat transcripts have it. */
const SPEAKER_LINE =
  /^([ \t>*#-]{0,8})(human|user|assistant|system|developer|tool|model|ai)(\*{0,2})[ \t]{0,4}[:：]/gim;

/** The two names that chat formats react to anywhere. */
const SPEAKER = /\b(Human|Assistant)[ \t]{0,4}[:：]/g;

/** Tags and brackets that open or close a turn in a chat template or a harness. */
const TURN_TAG =
  /<(?=\/?\s{0,4}(?:system|user|human|assistant|developer|tool|function|instruction|thinking|s>|SYS>))/gi;
const TURN_BRACKET = /\[(\/?(?:INST|SYS|SYSTEM|USER|ASSISTANT))\]/gi;

/** What could close the quotation; straight quotes cannot, and stay as the tool printed them. */
const CURLY_QUOTE = /[\u201c-\u201f\u2033\u2036\u301d-\u301f\uff02]/g;

/**
 * Text of a tool, a web page or an assistant as one visibly quoted line: `“…”`, in which nothing can pass for the
 * prompt's own voice (see `plainData`). Double quotes of the curly kinds become `'`, so the quotation ends where it ends.
 */
export function quoteData(text: string): string {
  return `“${plainData(text).replace(CURLY_QUOTE, "'")}”`;
}

/**
 * Text that is not ours on one line, for a place that shows what it is without quotes. Section labels and speaker names
 * lose their colon (` -`), tags of turns their bracket (`‹`).
 */
export function plainData(text: string): string {
  return withoutLabels(
    stripControls(text)
      .replace(/[\u2028\u2029]/g, '\n')
      .replace(SPEAKER_LINE, '$1$2$3 -'),
  )
    .replace(SPEAKER, '$1 -')
    .replace(TURN_TAG, '‹')
    .replace(TURN_BRACKET, '($1)')
    .replace(/<\||\|>/g, (mark) => (mark === '<|' ? '<¦' : '¦>'));
}

/** The least that a command or a path needs: one line, and no section label. All else may be meant to be used again. */
export function withoutLabels(text: string): string {
  return oneLine(text).replace(SECTION_LABEL, '$1$2 -');
}
