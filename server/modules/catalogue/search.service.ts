import type { Deps } from '../../deps.ts';
import { corrections, mayBeMisspelt, misspeltForms, queryOf, termsOf, type Term } from './search.rules.ts';
import { isWordStart, neighboursOf, queriesThatFind } from './search.repository.ts';

/** The words of a search against the words of the catalogue. */
export function createSearchService({ db }: Pick<Deps, 'db'>) {
  /**
   * The terms with words that no product has replaced by what they may have meant ('samsnug' by 'samsung'); null where
   * there is nothing to replace. Looks at the whole catalogue, so that a list and its facets mean the same.
   */
  async function corrected(terms: readonly Term[]): Promise<Term[] | null> {
    const meant = await Promise.all(
      terms.map(async ([word = '', ...others]): Promise<Term | null> => {
        if (!mayBeMisspelt(word) || others.length > 0 || (await isWordStart(db.reads, word))) return null;
        const found = corrections(word, await neighboursOf(db.reads, word, misspeltForms(word)));
        return found.length === 0 ? null : found;
      }),
    );
    return meant.every((it) => it === null) ? null : terms.map((term, index) => meant[index] ?? term);
  }

  /** Those of the texts that find a product as they are written. */
  async function thatFind(texts: readonly string[]): Promise<string[]> {
    const queries = texts.map((text) => queryOf(termsOf(text)));
    const finding = await queriesThatFind(
      db.reads,
      queries.filter((query) => query !== ''),
    );
    return texts.filter((_, index) => finding.has(queries[index] ?? ''));
  }

  return { corrected, thatFind };
}
