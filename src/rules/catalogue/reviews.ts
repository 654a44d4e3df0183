import { cleanLine, cleanText, isBlank } from '../../../contract/rules/clean-text.ts';
import type { Pagination } from '../../../contract/catalogue.ts';
import type { Review, ReviewSummary } from '../../../contract/reviews.ts';
import { COMMENT_MAX, TITLE_MAX } from '../../../contract/rules/review-limits.ts';

/** Best rating first. */
export const STARS = [5, 4, 3, 2, 1] as const;
export type Stars = (typeof STARS)[number];

/** One page of the server's reply. An older server sends no summary of all reviews (U15). */
export interface ReviewsPage {
  readonly reviews: readonly Review[];
  readonly pagination: Pagination;
  readonly summary?: ReviewSummary | undefined;
}

/** The displayed summary of the reviews. */
export interface DisplayedSummary extends ReviewSummary {
  /** The number of loaded reviews that it is based on; `null` when the server summarised all (U15). */
  readonly from: number | null;
}

/** Values of the review form. */
export interface ReviewDraft {
  /** 0 until the shopper chooses stars. */
  readonly rating: number;
  readonly title: string;
  readonly comment: string;
}

/** The review that is sent (§5 Review). */
export interface NewReview {
  readonly rating: number;
  readonly comment: string;
  readonly title?: string;
}

export const EMPTY_DRAFT: ReviewDraft = { rating: 0, title: '', comment: '' };

export function isStars(rating: number): boolean {
  return (STARS as readonly number[]).includes(rating);
}

/** Returns whether stars are chosen and the comment is not blank (§5 Review). */
export function isComplete({ rating, comment }: ReviewDraft): boolean {
  return isStars(rating) && !isBlank(comment);
}

/** Converts the form to the review that is sent, with the title only if it is not blank (§5). */
export function toNewReview({ rating, comment, title }: ReviewDraft): NewReview {
  return { rating, comment: cleanText(comment), ...(!isBlank(title) && { title: cleanLine(title) }) };
}

/** Cuts a comment to its maximum length. */
export function truncateComment(text: string): string {
  return truncate(text, COMMENT_MAX);
}

/** Cuts a title to its maximum length. */
export function truncateTitle(text: string): string {
  return truncate(text, TITLE_MAX);
}

/** Drops a half surrogate pair at the end, which the server would refuse. */
function truncate(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** Appends the next page. A review written meanwhile shifts another one into both pages, so duplicates are dropped. */
export function appendReviews(before: readonly Review[], next: readonly Review[]): readonly Review[] {
  const known = new Set(before.map(({ _id }) => _id));
  return [...before, ...next.filter(({ _id }) => !known.has(_id))];
}

/** Returns the server's summary, or one of the loaded reviews (U15). */
export function getDisplayedSummary(
  summary: ReviewSummary | null,
  loaded: readonly Review[],
  total: number,
): DisplayedSummary {
  if (summary !== null) return { ...summary, from: null };
  const perStar = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  for (const { rating } of loaded) if (isStars(rating)) perStar[rating as Stars] += 1;
  const stars = loaded.reduce((sum, { rating }) => sum + rating, 0);
  return { average: loaded.length === 0 ? 0 : stars / loaded.length, total, perStar, from: loaded.length };
}

/** Storage key of the review draft. */
export const REVIEW_DRAFT = 'reviewDraft';

interface DraftOwner {
  /** The shopper who wrote it. Other shoppers on this browser do not see it. */
  readonly user: string;
  readonly product: string;
}

/** Returns the draft to store, or `null` when it is empty or the shopper is a guest. */
export function toStoredDraft(
  { user, product }: { readonly user: string | null; readonly product: string },
  { rating, title, comment }: ReviewDraft,
): (DraftOwner & ReviewDraft) | null {
  const isEmpty = rating === 0 && title === '' && comment === '';
  return user === null || isEmpty ? null : { user, product, rating, title, comment };
}

/** Parses this shopper's draft about this product; empty when the text belongs to another shopper or is unreadable. */
export function parseStoredDraft(text: string | null, { user, product }: DraftOwner): ReviewDraft {
  const kept = parseRecord(text);
  if (kept['user'] !== user || kept['product'] !== product) return EMPTY_DRAFT;
  const { rating, title, comment } = kept;
  return {
    rating: typeof rating === 'number' && isStars(rating) ? rating : 0,
    title: typeof title === 'string' ? truncateTitle(title) : '',
    comment: typeof comment === 'string' ? truncateComment(comment) : '',
  };
}

function parseRecord(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
