import { searchWords } from './0025-search-words.ts';

/**
 * Builds the index of the search again: both ends of a range have its unit ('220v' finds '220–240V'), and neighbours in
 * specifications are words, too ('dualsim' finds 'Dual SIM').
 */
export const searchRanges: readonly string[] = searchWords;
