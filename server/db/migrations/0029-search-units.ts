import { searchWords } from './0025-search-words.ts';

/** Builds the index of the search again: litres, hertz and channels in every spelling, and '256GB ROM' is '256GB'. */
export const searchUnits: readonly string[] = searchWords;
