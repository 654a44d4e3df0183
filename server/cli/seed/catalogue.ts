import type { InputProduct } from '../../modules/catalogue/product-record.rules.ts';
import { createPick, createRandom, type Draw } from './random.ts';
import { devices } from './devices.ts';
import type { Family } from './family.ts';
import { household } from './household.ts';

/** Fixed, so that the catalogue does not depend on the current time. */
const NEWEST = Date.UTC(2026, 9, 31, 9);
const DAYS = 720;
const DAY = 86_400_000;
const MOST_VARIANTS = 4;

type Pick = readonly [value: string, factor: number];

/**
 * Generates a plausible catalogue of any size. The first thousand products are the same for every size. The variants of
 * a model follow each other.
 */
export function* generateCatalogue(count: number): Generator<InputProduct> {
  const wheel = [...devices, ...household].flatMap((family) => Array.from({ length: family.weight }, () => family));
  let made = 0;
  for (let model = 0; made < count; model += 1) {
    const random = createRandom(model);
    const family = createPick(random)(wheel);
    for (const product of generateModel(family, model, random)) {
      if (made === count) return;
      yield { ...product, sku: `large-${made}` };
      made += 1;
    }
  }
}

function* generateModel(family: Family, model: number, random: () => number): Generator<InputProduct> {
  const pick = createPick(random);
  const [brand, level, series] = pick(family.brands);
  // Model numbers are unique, so names are too.
  const title = `${brand} ${pick(series)}${model + 10}`;
  const fixed = family.choices
    .filter(({ isOption }) => isOption !== true)
    .map((choice) => ({ choice, value: pick(choice.values) }));
  const base = family.price * level * (0.85 + 0.45 * random());
  const variants = toVariants(family, random);
  const shared = {
    brand,
    categories: [...family.categories],
    description: toDescription(family, title, fixed, pick),
    createdAt: new Date(NEWEST - Math.floor(random() * DAYS * DAY)).toISOString(),
    isFeatured: random() < 0.004,
    isNewArrival: random() < 0.03,
    ...(variants.length > 1 && { group: `large-${model}` }),
  };
  for (const variant of variants) {
    const chosen = [...variant, ...fixed];
    const price = toPrice(chosen.reduce((sum, { value: [, factor] }) => sum * factor, base));
    const words = chosen.filter(({ choice }) => choice.inName === true).map(({ value: [word] }) => word);
    const isReduced = random() < 0.3;
    yield {
      ...shared,
      name: [title, ...words].join(' '),
      price,
      ...(isReduced && { originalPrice: toPrice(price * (1.08 + 0.3 * random())) }),
      stock: random() < 0.06 ? 0 : Math.ceil(180 * random() ** 2),
      options: variants.length > 1 ? variant.map(toPair) : [],
      specifications: chosen.map(toPair),
    };
  }
}

type ChosenVariant = { readonly choice: Family['choices'][number]; readonly value: Pick };

const toPair = ({ choice, value: [value] }: ChosenVariant) => ({ name: choice.name, value });

/** Returns one to four variants of a model with different option combinations. */
function toVariants({ choices }: Family, random: () => number): ChosenVariant[][] {
  const options = choices.filter(({ isOption }) => isOption === true);
  const all = options.reduce<ChosenVariant[][]>(
    (sofar, choice) => sofar.flatMap((some) => choice.values.map((value) => [...some, { choice, value }])),
    [[]],
  );
  const wanted = Math.min(all.length, 1 + Math.floor(random() * MOST_VARIANTS));
  const start = Math.floor(random() * all.length);
  const step = all.length % 3 === 0 ? 1 : 3;
  return Array.from({ length: wanted }, (_, index) => all[(start + index * step) % all.length] ?? []);
}

function toDescription(
  { noun, sentences }: Family,
  title: string,
  fixed: readonly ChosenVariant[],
  pick: Draw,
): string {
  const told = fixed.map(({ choice, value: [value] }) => `${choice.name}: ${value}`).join(', ');
  const article = noun.endsWith('s') ? '' : /^[aeiou]/.test(noun) ? 'an ' : 'a ';
  return `${title} is ${article}${noun}${told === '' ? '' : ` with ${told}`}. ${pick(sentences)}`;
}

/** Rounds a price so that it ends in 49 or 99. */
function toPrice(amount: number): number {
  return Math.max(99, Math.round(amount / 50) * 50 - 1);
}
