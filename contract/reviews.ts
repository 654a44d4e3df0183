import * as v from 'valibot';
import { Pagination } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { queryInteger, requiredText, success, text } from './fields.ts';
import { COMMENT_MAX, TITLE_MAX } from './rules/review-limits.ts';

const stars = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));

/** §3 Review. */
export const Review = v.object({
  _id: v.string(),
  rating: stars,
  comment: v.string(),
  title: v.optional(v.nullable(v.string()), null),
  /** The author bought the product (A39). */
  verified: v.optional(v.boolean(), false),
  createdAt: v.string(),
  user: v.object({ name: v.string(), avatar: v.optional(v.nullable(v.string()), null) }),
});
export type Review = v.InferOutput<typeof Review>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Summary of all visible reviews, loaded or not (U15). */
export const ReviewSummary = v.object({
  /** At most two decimals. 0 without reviews. */
  average: v.number(),
  total: count,
  /** Number of reviews per star. */
  perStar: v.object({ 1: count, 2: count, 3: count, 4: count, 5: count }),
});
export type ReviewSummary = v.InferOutput<typeof ReviewSummary>;

/** Newest first. `summary` may be missing (U15). Takes a product id or slug, as the next two calls do. */
export const listReviews = endpoint({
  method: 'GET',
  path: '/reviews/:productId',
  access: 'public',
  request: v.strictObject({
    productId: text(200),
    page: v.optional(queryInteger(1, 100_000)),
    limit: v.optional(queryInteger(1, 50)),
  }),
  reply: success(v.object({ reviews: v.array(Review), pagination: Pagination, summary: v.optional(ReviewSummary) })),
});

/** Only for buyers, once per product (A37). Otherwise 403 and 409. */
export const writeReview = endpoint({
  method: 'POST',
  path: '/reviews/:productId',
  access: 'customer',
  request: v.strictObject({
    productId: text(200),
    rating: stars,
    comment: requiredText(COMMENT_MAX),
    title: v.optional(text(TITLE_MAX)),
  }),
  reply: success(v.object({ review: Review })),
});

const MayReview = {
  canReview: v.boolean(),
  /** `purchase_required`, `already_reviewed` or another reason. */
  reason: v.optional(v.string()),
};

/** §4 Review eligibility. The fields are also outside of `data`. */
export const canReview = endpoint({
  method: 'GET',
  path: '/reviews/:productId/can-review',
  access: 'customer',
  request: v.strictObject({ productId: text(200) }),
  reply: v.object({ success: v.literal(true), ...MayReview, data: v.optional(v.object(MayReview)) }),
});
