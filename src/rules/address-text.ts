/** The longest text that the server accepts (contract/catalogue.ts). */
const LONGEST = 200;

/** Returns the first parameter of this name in `location.search`, cleaned by `readable`; empty when it is missing. */
export function getQueryText(search: string, name: string, longest = LONGEST): string {
  return toReadableText(new URLSearchParams(search).get(name) ?? '', longest);
}

/** Cleans text from a link: replaces control characters (e.g. NUL) and cuts between characters. */
export function toReadableText(text: string, longest = LONGEST): string {
  return text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
