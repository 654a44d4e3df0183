/** The most suggestions shown, and the shortest text that is searched (§5, §9). */
export const MOST_SUGGESTIONS = 8;
const LEAST_CHARACTERS = 2;

export function isSearchable(text: string): boolean {
  return text.trim().length >= LEAST_CHARACTERS;
}

/** Returns the request of the search box (§7, A41). */
export function toSuggestionsRequest(search: string) {
  return { search, limit: MOST_SUGGESTIONS, activeOnly: true };
}
