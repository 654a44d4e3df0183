import type { Deps } from '../../deps.ts';
import { splitParts } from '../../db/words.rules.ts';
import { findCorrections, canBeMisspelt, findMisspeltForms, toQuery, parseTerms, type Term } from './search.rules.ts';
import { isKnownWordStart, findNeighbours, findMatchingQueries } from './search.repository.ts';

/** Corrects the words of a search by the words of the catalogue. */
export function createSearchService({ db }: Pick<Deps, 'db'>) {
  /**
   * Returns the terms that a search without results may mean: misspelt words are corrected ('samsung' for 'samsnug'),
   * and each word may be a specification name. `null` when nothing changes. Uses the whole catalogue, so that a list
   * and its facets get the same correction.
   */
  async function correctTerms(terms: readonly Term[]): Promise<Term[] | null> {
    const meant = await Promise.all(terms.map(correctTerm));
    const isSame = meant.every((them) => them === null) && terms.every(({ isName }) => isName);
    return isSame ? null : terms.flatMap((term, at) => meant[at] ?? [{ ...term, isName: true }]);
  }

  /** Corrects a term, or its parts when one of them is misspelt ('iphnoe15'). `null` when all parts are known. */
  async function correctTerm({ words: [word = ''] }: Term): Promise<Term[] | null> {
    const parts = splitParts(word);
    const found = await Promise.all(parts.map(findCorrectForms));
    if (found.every((forms) => forms.length === 0)) return null;
    return parts.map((part, at) => {
      const forms = found[at] ?? [];
      return { words: forms.length === 0 ? [part] : forms, joined: [], isName: true };
    });
  }

  async function findCorrectForms(word: string): Promise<string[]> {
    if (!canBeMisspelt(word) || (await isKnownWordStart(db.reads, word))) return [];
    return findCorrections(word, await findNeighbours(db.reads, word, findMisspeltForms(word)));
  }

  /** Returns the texts that find a product without corrections. */
  async function filterFinding(texts: readonly string[]): Promise<string[]> {
    const queries = texts.map((text) => toQuery(parseTerms(text)));
    const finding = await findMatchingQueries(
      db.reads,
      queries.filter((query) => query !== ''),
    );
    return texts.filter((_, index) => finding.has(queries[index] ?? ''));
  }

  return { corrected: correctTerms, thatFind: filterFinding };
}
