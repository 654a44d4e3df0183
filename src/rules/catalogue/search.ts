/** §5, §9: how many suggestions are shown, and what is long enough to have some. */
export const MOST_SUGGESTIONS = 8;
const LEAST_CHARACTERS = 2;

export function isSearched(text: string): boolean {
  return text.trim().length >= LEAST_CHARACTERS;
}

/** The box's own call, word for word (§7, A41). */
export function suggestionsRequest(search: string) {
  return { search, limit: MOST_SUGGESTIONS, activeOnly: true };
}
