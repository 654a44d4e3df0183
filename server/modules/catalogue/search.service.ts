import type { Deps } from '../../deps.ts';
import { partsOf } from '../../db/words.rules.ts';
import { corrections, mayBeMisspelt, misspeltForms, queryOf, termsOf, type Term } from './search.rules.ts';
import { isWordStart, neighboursOf, queriesThatFind } from './search.repository.ts';

/** Corrects the words of a search by the words of the catalogue. */
export function createSearchService({ db }: Pick<Deps, 'db'>) {
  /**
   * Returns the terms that a search without results may mean: misspelt words are corrected ('samsung' for 'samsnug'),
   * and each word may be a specification name. `null` when nothing changes. Uses the whole catalogue, so that a list
   * and its facets get the same correction.
   */
  async function corrected(terms: readonly Term[]): Promise<Term[] | null> {
    const meant = await Promise.all(terms.map(meantBy));
    const isSame = meant.every((them) => them === null) && terms.every(({ isName }) => isName);
    return isSame ? null : terms.flatMap((term, at) => meant[at] ?? [{ ...term, isName: true }]);
  }

  /** Corrects a term, or its parts when one of them is misspelt ('iphnoe15'). `null` when all parts are known. */
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

  /** Returns the texts that find a product without corrections. */
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
