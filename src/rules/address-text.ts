/** As much of a text as the server takes (contract/catalogue.ts). */
const LONGEST = 200;

/** The first parameter of this name in `location.search`, as `readable` gives it; empty where there is none. */
export function textInAddress(search: string, name: string, longest = LONGEST): string {
  return readable(new URLSearchParams(search).get(name) ?? '', longest);
}

/** What others wrote into a link, without control characters (a NUL is one) and cut between characters. */
export function readable(text: string, longest = LONGEST): string {
  return text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
