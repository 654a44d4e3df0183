import type { Entry } from '../../modules/catalogue/import.service.ts';

/** Summary of a file before the import. */
export interface Survey {
  readonly products: number;
  /** In the file's currency, in ascending order. */
  readonly prices: readonly PriceExample[];
  /** Products without a stock count in the file. */
  readonly uncounted: readonly NamedColumns[];
  /** Fields that at least one product has. */
  readonly fields: ReadonlySet<string>;
}

interface NamedColumns {
  readonly line: number;
  readonly name: string;
}
interface PriceExample extends NamedColumns {
  readonly price: number;
}

/** Maximum number of prices kept in memory. */
const MOST = 200_000;

/** Reads all entries of a file without writing anything. */
export async function surveyFile(entries: AsyncIterable<Entry>): Promise<Survey> {
  const prices: PriceExample[] = [];
  const uncounted: NamedColumns[] = [];
  const fields = new Set<string>();
  let products = 0;
  for await (const entry of entries) {
    if ('fault' in entry || typeof entry.given !== 'object' || entry.given === null) continue;
    products += 1;
    const given = new Map<string, unknown>(Object.entries(entry.given));
    for (const field of given.keys()) fields.add(field);
    const name = given.get('name') ?? given.get('sku') ?? given.get('slug');
    const named = { line: entry.line, name: typeof name === 'string' ? name.slice(0, 80) : '' };
    const price = given.get('price');
    if (typeof price === 'number' && prices.length < MOST) prices.push({ ...named, price });
    const stock = given.get('stock') ?? '';
    if (stock === '') uncounted.push(named);
  }
  return { products, uncounted, fields, prices: prices.sort((one, other) => one.price - other.price) };
}

/** Half of an electronics shop's products cost more than this in shillings. */
const LOW_MEDIAN = 500;

/** Returns the questions that the owner must answer before an import: the currency, and missing stock. */
export function getQuestions(
  { products, prices, uncounted }: Omit<Survey, 'fields'>,
  given: { readonly rate: boolean; readonly stock: boolean },
): string[] {
  const [first] = uncounted;
  return [
    ...(given.rate ? [] : currencyQuestion(prices)),
    ...(first === undefined || given.stock
      ? []
      : [
          `${uncounted.length} of ${products} products have no stock in the file, e.g. line ${first.line} (${first.name}). ` +
            'Add --stock 0 to import them as sold out, or --stock 10 for 10 pieces of each.',
        ]),
  ];
}

function currencyQuestion(prices: readonly PriceExample[]): string[] {
  const median = prices[Math.floor(prices.length / 2)];
  if (median === undefined) return [];
  const withCents = prices.filter(({ price }) => !Number.isInteger(price));
  const answer = 'Add --rate 129 if one unit is 129 shillings, or --rate 1 if they are in shillings.';
  const example = (it: PriceExample) => `e.g. ${it.price} for line ${it.line} (${it.name})`;
  if (median.price < LOW_MEDIAN)
    return [`Half of the prices are not above ${median.price}, ${example(median)}: which currency is it? ${answer}`];
  const [cents] = withCents;
  return cents === undefined || withCents.length * 2 <= prices.length
    ? []
    : [`Most prices have cents, ${example(cents)}: which currency is it? ${answer}`];
}
