/** Puts a text on one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s*[\n\r\u2028\u2029]+\s*/g, ' ').trim();
}

/** Returns a tag without the characters that separate tags in one of the formats. */
export function toTag(tag: string): string {
  return tag.trim().replaceAll(/[\s,;@]+/g, '-');
}
