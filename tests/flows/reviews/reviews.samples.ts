import type { Review, ReviewSummary } from '../../../contract/reviews.ts';
import type { ReviewsPage } from '../../../src/rules/catalogue/reviews.ts';

/** The n-th review of a product, counted from 1. The first has a title. */
export const reviewNo = (n: number): Review => ({
  _id: `r${n}`,
  rating: (n % 5) + 1,
  comment: `Comment ${n}`,
  title: n === 1 ? 'Title 1' : null,
  verified: true,
  createdAt: '2026-11-01T09:00:00.000Z',
  user: { name: `Buyer ${n}`, avatar: null },
});

export const SUMMARY: ReviewSummary = { average: 4.2, total: 23, perStar: { 1: 1, 2: 2, 3: 1, 4: 7, 5: 12 } };

/** A page of `total` reviews, with ten per page. */
export const reviewsPage = (page: number, total: number, summary?: ReviewSummary): ReviewsPage => ({
  reviews: Array.from({ length: Math.max(0, Math.min(10, total - (page - 1) * 10)) }, (_, index) =>
    reviewNo((page - 1) * 10 + index + 1),
  ),
  pagination: { page, limit: 10, total, pages: Math.ceil(total / 10) },
  ...(summary && { summary }),
});
