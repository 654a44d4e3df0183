/** Matches a joiner without a joinable character before it: an emoji, or an Arabic or Indian letter. */
const LOST_JOINER =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Gujarati}]|\p{Emoji}\ufe0f)[\u200c\u200d]/gu;
/** Matches a variation selector without an emoji before it. */
const LOST_SELECTOR = /(?<!\p{Emoji})\ufe0f/gu;
/** Invisible characters that pasted text may contain: zero-width characters, direction marks, soft hyphens, fillers. */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0f)[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** Control characters except tabs and line ends. */
const CONTROL = /(?![\t\n\r\u0085])\p{Cc}/gu;
/** A lone surrogate, which PostgreSQL refuses (22P02). */
const HALF = /\p{Surrogate}/gu;
const LINE_END = /\r\n|[\r\u0085\u2028\u2029]/g;
/** All spaces except the normal one, e.g. the no-break space. */
const OTHER_SPACE = /\p{Zs}/gu;

/**
 * Cleans a typed, pasted or imported text: NFC, no invisible or control characters, normal spaces and line ends,
 * trimmed. All text fields of the contract and all form rules use it.
 */
export function cleanText(typed: string): string {
  return removeInvisible(typed).trim();
}

/** Cleans a single-line text. Each run of spaces and line ends becomes one space. */
export function cleanLine(typed: string): string {
  return removeInvisible(typed).replace(/\s+/g, ' ').trim();
}

/** Returns whether every character can be stored unchanged. For texts that are never cleaned, e.g. passwords. */
export function isReadable(typed: string): boolean {
  return typed.replace(CONTROL, '').replace(HALF, '') === typed;
}

/** Returns whether the text is empty after cleaning. */
export function isBlank(typed: string): boolean {
  return cleanText(typed) === '';
}

function removeInvisible(typed: string): string {
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
