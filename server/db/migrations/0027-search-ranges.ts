import { searchWords } from './0025-search-words.ts';

/**
 * Rebuilds the search index. Both ends of a range now have its unit ('220v' finds '220–240V'), and neighbouring words
 * in specifications are joined ('dualsim' finds 'Dual SIM').
 */
export const searchRanges: readonly string[] = searchWords;
