import type { Case } from 'flow-atlas/cases/case';

/** What only a programmer reads: names of code, literals, numbers of milliseconds, values cut in the middle. */
const CODE =
  /\bflow [a-z]+(?:-[a-z]+)+\b|(?<![@\w./])[a-z]{3,}\.[a-z]{3,}\b|\b(?:guard|origin|[Pp]olling|[Xx]state)\b|\b[a-z]+[A-Z]\w*|[_={}<>`\\]|\b\d{11,}\b|\w…\w|^(?:[A-Z]\d+|§\d+)(?:, (?:[A-Z]\d+|§\d+))*: /;

/**
 * Returns the code in a sentence of a case, or `null`. Texts of the shop in quotes, addresses and calls are no code.
 */
export function findCode(sentence: string): string | null {
  const plain = sentence
    .replaceAll(/(?<!\w)'.*?'(?!\w)/g, '')
    .replaceAll('M-Pesa', '')
    .replaceAll(/(?:GET|POST|PUT|PATCH|DELETE) \/\S*/g, '')
    .replaceAll(/\/[\w-]*[^\s,)]*/g, '');
  return CODE.exec(plain)?.[0] ?? null;
}

/** Verbs of what a person sees. `No message` and the like come from the machine itself. */
const VERB =
  /\b(?:is|are|was|were|has|have|can|cannot|does?|goes|gets?|shows?|says?|opens?|holds?|keeps?|stays?|lists?|names?|starts?|stops?|stores?|ends?|begins?|counts?|comes?|costs?|takes?|sends?|gives?|loads?|needs?|asks?|finds?|leads?|lasts?|moves?|differs?|changes?|contains?|appears?|disappears?|becomes?|fits?|follows?|belongs?|clears?|may|must|will)\b|^(?:On the page now|Not on the page any more|Nothing|No text|Not visible)/;

/** Returns the expectations of a case that are no sentences, like `Banner 2.` States have names and are none. */
export function findPhrases({ steps }: Case): string[] {
  const all = steps.flatMap(({ expected }) => expected.filter(({ line }) => !line.startsWith('It is now: ')));
  return [...new Set(all.map(({ words }) => words))].filter((words) => !isSentence(words));
}

/** Returns whether a text has a verb outside quotes and begins like a sentence. */
export function isSentence(words: string): boolean {
  return !/^[a-z]/.test(words) && VERB.test(words.replaceAll(/(?<!\w)'.*?'(?!\w)/g, ''));
}

/** Returns the sentences of a case that contain code. */
export function findSentencesWithCode({ preconditions, steps }: Case): string[] {
  const all = steps.flatMap(({ action, expected }) => [action, ...expected.map(({ words }) => words)]);
  return [...new Set([...preconditions, ...all])].filter((sentence) => findCode(sentence) !== null);
}

/** Returns titles that occur twice or are too long for one line of a test management tool. */
export function findBadTitles(cases: readonly Case[]): string[] {
  const titles = cases.map(({ title }) => title);
  return titles.filter((title, index) => titles.indexOf(title) !== index || title.length > 120);
}
