import type { Deps } from '../../deps.ts';
import { partsOf } from '../../db/words.rules.ts';
import { corrections, mayBeMisspelt, misspeltForms, queryOf, termsOf, type Term } from './search.rules.ts';
import { isWordStart, neighboursOf, queriesThatFind } from './search.repository.ts';

/** The words of a search against the words of the catalogue. */
export function createSearchService({ db }: Pick<Deps, 'db'>) {
  /**
   * What a search may have meant that finds nothing as it is written: words that no product has are replaced by what they
   * may be misspelt for ('samsung' for 'samsnug'), and a word may be what a specification is called. Null where that changes
   * nothing. Looks at the whole catalogue, so that a list and its facets mean the same.
   */
  async function corrected(terms: readonly Term[]): Promise<Term[] | null> {
    const meant = await Promise.all(terms.map(meantBy));
    const isSame = meant.every((them) => them === null) && terms.every(({ isName }) => isName);
    return isSame ? null : terms.flatMap((term, at) => meant[at] ?? [{ ...term, isName: true }]);
  }

  /** A term in its right form, or in its parts where one of them was misspelt ('iphnoe15'); null where all is known. */
  async function meantBy({ words: [word = ''] }: Term): Promise<Term[] | null> {
    const parts = partsOf(word);
    const found = await Promise.all(parts.map(rightForms));
    if (found.every((forms) => forms.length === 0)) return null;
    return parts.map((part, at) => {
      const forms = found[at] ?? [];
      return { words: forms.length === 0 ? [part] : forms, joined: [], isName: true };
    });
  }

  async function rightForms(word: string): Promise<string[]> {
    if (!mayBeMisspelt(word) || (await isWordStart(db.reads, word))) return [];
    return corrections(word, await neighboursOf(db.reads, word, misspeltForms(word)));
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
