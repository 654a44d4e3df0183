/** Texts of a table and what they mean: exact texts as keys, others by a pattern. The first match counts. */
export type Words<How> = readonly (Readonly<Record<string, How>> | readonly [RegExp, How])[];

export interface Word<How> {
  readonly text: string | RegExp;
  readonly how: How;
}

export type WordOf<All> = All extends Words<infer How> ? Word<How> : never;

/** Lists the words; the same entry always gives the same objects. */
export function listWords<How>(words: Words<How>): Word<How>[] {
  return words.flatMap((entry) => {
    const known = listed.get(entry);
    if (known !== undefined) return known as Word<How>[];
    const made = isPattern(entry)
      ? [{ text: entry[0], how: entry[1] }]
      : Object.entries(entry).map(([text, how]) => ({ text, how }));
    listed.set(entry, made);
    return made;
  });
}

const listed = new WeakMap<object, readonly Word<unknown>[]>();

function isPattern<How>(entry: Words<How>[number]): entry is readonly [RegExp, How] {
  return Array.isArray(entry);
}

/** Returns the match of a word in a text, `null` when the word does not match. */
export function match({ text: word }: Word<unknown>, text: string): RegExpExecArray | null {
  if (typeof word !== 'string') return word.exec(text);
  return word === text ? /^[^]*$/.exec(text) : null;
}

/** Returns the first word that matches a text. */
export function findWord<How>(words: Words<How>, text: string): Word<How> | undefined {
  return listWords(words).find((word) => match(word, text) !== null);
}
