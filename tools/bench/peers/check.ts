import type { CatalogueProduct, Contestant, FoundProduct, Question } from './contestant.ts';

/**
 * Requests the question once and compares the products of the reply with the catalogue. Returns what the reply contains:
 * products, values and bytes. Throws when the reply is not 200 or a product is wrong.
 */
export async function checkReply(
  { name, ask, read }: Contestant,
  question: Question,
  catalogue: readonly CatalogueProduct[],
): Promise<string> {
  const { url, ...request } = ask(question);
  const response = await fetch(url, request);
  const text = await response.text();
  const refuse = (what: string) => new Error(`${name} answers a ${question.kind} wrongly: ${what}\n${text}`);
  if (response.status !== 200) throw refuse(`status ${response.status}`);
  const reply: unknown = JSON.parse(text);
  const { total, products } = read(question, reply);
  const fault = findFault(question, total, products, catalogue);
  if (fault !== null) throw refuse(fault);
  return `${products.length} of ${total}, ${countValues(reply)} values, ${Buffer.byteLength(text)} bytes`;
}

/** Returns what is wrong with the products of a reply, or `null`. */
export function findFault(
  question: Question,
  total: number,
  found: readonly FoundProduct[],
  catalogue: readonly CatalogueProduct[],
): string | null {
  const bySlug = new Map(catalogue.map((one) => [one.slug, one]));
  const expected = catalogue.filter((one) => isAnswer(question, one));
  const wanted = Math.min(expected.length, 12);
  if (found.length !== wanted || wanted === 0) return `${found.length} products instead of ${wanted}`;
  if (total !== expected.length) return `${total} in all instead of ${expected.length}`;
  if (new Set(found.map(({ slug }) => slug)).size !== found.length) return 'a product appears twice';
  for (const { slug, name, price } of found) {
    const product = bySlug.get(slug);
    if (product === undefined || !isAnswer(question, product)) return `${slug} does not belong to it`;
    if (product.name !== name || product.price !== price) return `${slug} has the name ${name} and the price ${price}`;
  }
  if (question.kind !== 'list') return null;
  const cheapest = expected.map(({ price }) => price).sort((one, other) => one - other);
  return found.every(({ price }, index) => price === cheapest[index]) ? null : 'the cheapest are not first';
}

function isAnswer(question: Question, { slug, name, categories }: CatalogueProduct): boolean {
  switch (question.kind) {
    case 'list':
      return categories.some((one) => one.slug === question.category);
    case 'detail':
      return slug === question.slug;
    case 'search':
      return name.toLowerCase().split(' ').includes(question.word);
  }
}

/** Number of texts, numbers and other values without parts. */
function countValues(reply: unknown): number {
  if (typeof reply !== 'object' || reply === null) return 1;
  return Object.values(reply).reduce<number>((sum, one) => sum + countValues(one), 0);
}
