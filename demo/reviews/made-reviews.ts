import { createHash } from 'node:crypto';
import { pickOf, randomOf } from '../chance.ts';
import { FIRST_NAMES, LAST_NAMES } from './names.ts';
import { ANY, CLOSERS, OPENERS, OTHER, SAID, TITLES, type Said } from './texts.ts';

/** A product with what its makers would like its reviews to come to. */
export interface Rated {
  readonly slug: string;
  /** Slug. */
  readonly category: string;
  readonly rating: number;
  readonly numReviews: number;
  readonly createdAt: Date;
}

export interface MadeReview {
  readonly author: string;
  readonly rating: number;
  readonly title: string;
  readonly comment: string;
  readonly createdAt: Date;
}

const MOST = 40;
/** So many reviews that a shopper reads on, and not so many that a shop is full of them. */
const PER_ROOT = 2;
const TITLED = 0.45;

/**
 * Tens of reviews for a product that is said to have hundreds, the same ones every time, whose average is as near to
 * its rating as whole stars come. They were written between its first day in the shop and now.
 */
export function reviewsFor(product: Rated, now: Date): MadeReview[] {
  const random = randomOf(createHash('sha256').update(product.slug).digest().readInt32BE());
  const pick = pickOf(random);
  const count = Math.max(1, Math.min(MOST, Math.round(PER_ROOT * Math.sqrt(product.numReviews))));
  const comment = commentsOf(SAID[product.category] ?? OTHER, random);
  const title = decksOf(TITLES, random);
  const open = product.createdAt.getTime();
  const span = Math.max(0, now.getTime() - open);
  return starsFor(product.rating, count, random).map((rating) => {
    const how = rating >= 4 ? 'good' : rating === 3 ? 'fair' : 'bad';
    return {
      author: `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)}`,
      rating,
      title: random() < TITLED ? title[how]() : '',
      comment: comment(how),
      createdAt: new Date(open + Math.floor(span * (0.04 + 0.95 * random()))),
    };
  });
}

/** Whole stars around a rating, which together come as near to it as they can. */
function starsFor(rating: number, count: number, random: () => number): number[] {
  const stars = Array.from({ length: count }, () =>
    bounded(Math.round(rating + 2.4 * (random() - 0.5) - 0.4 * random())),
  );
  const wanted = Math.max(count, Math.min(5 * count, Math.round(rating * count)));
  for (let sum = stars.reduce((all, one) => all + one, 0); sum !== wanted;) {
    const at = Math.floor(random() * count);
    const before = stars[at] ?? 0;
    const after = bounded(before + Math.sign(wanted - sum));
    stars[at] = after;
    sum += after - before;
  }
  return stars;
}

function bounded(stars: number): number {
  return Math.max(1, Math.min(5, stars));
}

type Words = { readonly [How in keyof Said]: () => string };

/** Gives all of them in a chance order before it gives one again. */
function deckOf(items: readonly string[], random: () => number): () => string {
  let left: string[] = [];
  return () => {
    if (left.length === 0) left = [...items];
    return left.splice(Math.floor(random() * left.length), 1)[0] ?? '';
  };
}

function decksOf({ good, fair, bad }: Said, random: () => number): Words {
  return { good: deckOf(good, random), fair: deckOf(fair, random), bad: deckOf(bad, random) };
}

/** Some say one thing, some more; never the same for one product, as long as there is something else. */
function commentsOf(of: Said, random: () => number): (how: keyof Said) => string {
  const all = { good: [...of.good, ...ANY.good], fair: [...of.fair, ...ANY.fair], bad: [...of.bad, ...ANY.bad] };
  const [opener, about, closer] = [decksOf(OPENERS, random), decksOf(all, random), decksOf(CLOSERS, random)];
  const said = new Set<string>();
  const made = (how: keyof Said): string => {
    const shape = random();
    if (shape < 0.2) return about[how]();
    if (shape < 0.45) return `${opener[how]()} ${about[how]()}`;
    if (shape < 0.65) return `${about[how]()} ${closer[how]()}`;
    if (shape < 0.85) return [...new Set([about[how](), about[how]()])].join(' ');
    return `${opener[how]()} ${about[how]()} ${closer[how]()}`;
  };
  return (how) => {
    let comment = made(how);
    for (let time = 0; time < 20 && said.has(comment); time += 1) comment = made(how);
    said.add(comment);
    return comment;
  };
}
