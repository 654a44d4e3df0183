/** Joins the signs around it where one stands before it that can be joined: an emoji, a letter of Arabic or of India. */
const LOST_JOINER =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Gujarati}]|\p{Emoji}\ufe0f)[\u200c\u200d]/gu;
/** Makes an emoji of the sign before it. */
const LOST_SELECTOR = /(?<!\p{Emoji})\ufe0f/gu;
/** What nobody sees and what comes along with a pasted text: zero-width ones, marks of direction, soft hyphens, fillers. */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0f)[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** NUL and the other control characters, but for tabs and line ends. */
const CONTROL = /(?![\t\n\r\u0085])\p{Cc}/gu;
/** A surrogate without its partner: PostgreSQL refuses it (22P02). */
const HALF = /\p{Surrogate}/gu;
const LINE_END = /\r\n|[\r\u0085\u2028\u2029]/g;
/** Every space but the common one, e.g. the one that does not break. */
const OTHER_SPACE = /\p{Zs}/gu;

/**
 * A typed, pasted or imported text as the shop keeps it: composed (NFC), without invisible and control characters, with
 * common spaces and line ends and none around it. Every text field of the contract and every rule of a form uses it.
 */
export function cleanText(typed: string): string {
  return withoutUnseen(typed).trim();
}

/** The same for a text of one line: each run of spaces and line ends is one space. */
export function cleanLine(typed: string): string {
  return withoutUnseen(typed).replace(/\s+/g, ' ').trim();
}

/** Whether every character can be kept as it is, seen or not: what is never cleaned, e.g. a password, is asked this. */
export function isReadable(typed: string): boolean {
  return typed.replace(CONTROL, '').replace(HALF, '') === typed;
}

/** Nothing but what nobody sees. */
export function isBlank(typed: string): boolean {
  return cleanText(typed) === '';
}

function withoutUnseen(typed: string): string {
  return typed
    .replace(LINE_END, '\n')
    .replace(HALF, '')
    .replace(CONTROL, '')
    .replace(INVISIBLE, '')
    .replace(LOST_JOINER, '')
    .replace(LOST_SELECTOR, '')
    .replace(OTHER_SPACE, ' ')
    .normalize('NFC');
}
