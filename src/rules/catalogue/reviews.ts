import { cleanLine, cleanText, isBlank } from '../../../contract/rules/clean-text.ts';
import type { Pagination } from '../../../contract/catalogue.ts';
import type { Review, ReviewSummary } from '../../../contract/reviews.ts';
import { COMMENT_MAX, TITLE_MAX } from '../../../contract/rules/review-limits.ts';

/** From the best. */
export const STARS = [5, 4, 3, 2, 1] as const;
export type Stars = (typeof STARS)[number];

/** One page as the server answers it; an older server says nothing of all reviews (U15). */
export interface ReviewsPage {
  readonly reviews: readonly Review[];
  readonly pagination: Pagination;
  readonly summary?: ReviewSummary | undefined;
}

/** What the reviews come to, as it is shown. */
export interface ShownSummary extends ReviewSummary {
  /** Of how many loaded reviews it was made, null where the server made it of all (U15). */
  readonly from: number | null;
}

/** What is typed into the form. */
export interface ReviewDraft {
  /** 0 until some stars are chosen. */
  readonly rating: number;
  readonly title: string;
  readonly comment: string;
}

/** What is sent of it (§5 Review). */
export interface NewReview {
  readonly rating: number;
  readonly comment: string;
  readonly title?: string;
}

export const EMPTY_DRAFT: ReviewDraft = { rating: 0, title: '', comment: '' };

export function isStars(rating: number): boolean {
  return (STARS as readonly number[]).includes(rating);
}

/** §5 Review: stars and a comment that is not blank. */
export function isComplete({ rating, comment }: ReviewDraft): boolean {
  return isStars(rating) && !isBlank(comment);
}

/** The title is sent only if it is not blank (§5). */
export function reviewOf({ rating, comment, title }: ReviewDraft): NewReview {
  return { rating, comment: cleanText(comment), ...(!isBlank(title) && { title: cleanLine(title) }) };
}

/** As much of a comment as it may have. */
export function cutComment(text: string): string {
  return cut(text, COMMENT_MAX);
}

/** As much of a title as it may have. */
export function cutTitle(text: string): string {
  return cut(text, TITLE_MAX);
}

/** No sign is cut in two: the server refuses halves. */
function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** The next page behind those that are there; a review that was written meanwhile has moved one into both. */
export function appended(before: readonly Review[], next: readonly Review[]): readonly Review[] {
  const known = new Set(before.map(({ _id }) => _id));
  return [...before, ...next.filter(({ _id }) => !known.has(_id))];
}

/** The server's numbers, else those of what is loaded (U15). */
export function shownSummary(summary: ReviewSummary | null, loaded: readonly Review[], total: number): ShownSummary {
  if (summary !== null) return { ...summary, from: null };
  const perStar = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  for (const { rating } of loaded) if (isStars(rating)) perStar[rating as Stars] += 1;
  const stars = loaded.reduce((sum, { rating }) => sum + rating, 0);
  return { average: loaded.length === 0 ? 0 : stars / loaded.length, total, perStar, from: loaded.length };
}

/** The storage's key of a review that is being written. */
export const REVIEW_DRAFT = 'reviewDraft';

interface Of {
  /** Whose it is; others who log in here do not see it. */
  readonly user: string;
  readonly product: string;
}

/** What the browser keeps of a review that is being written, null where nothing is typed or nobody is there. */
export function keptDraft(
  { user, product }: { readonly user: string | null; readonly product: string },
  { rating, title, comment }: ReviewDraft,
): (Of & ReviewDraft) | null {
  const isEmpty = rating === 0 && title === '' && comment === '';
  return user === null || isEmpty ? null : { user, product, rating, title, comment };
}

/** What this shopper has typed about this product; empty where the text is another's, or nonsense. */
export function readDraft(text: string | null, { user, product }: Of): ReviewDraft {
  const kept = recordIn(text);
  if (kept['user'] !== user || kept['product'] !== product) return EMPTY_DRAFT;
  const { rating, title, comment } = kept;
  return {
    rating: typeof rating === 'number' && isStars(rating) ? rating : 0,
    title: typeof title === 'string' ? cutTitle(title) : '',
    comment: typeof comment === 'string' ? cutComment(comment) : '',
  };
}

function recordIn(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
