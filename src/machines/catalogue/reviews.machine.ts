import { assign, setup } from 'xstate';
import type { Review, ReviewSummary } from '../../../contract/reviews.ts';
import { toListedProblem, createProblem, toProblem } from '../../rules/failure.ts';
import { isSignedOut } from '../../rules/failure-kinds.ts';
import type { Problem } from '../../rules/failure.ts';
import {
  appendReviews,
  truncateComment,
  truncateTitle,
  EMPTY_DRAFT,
  isComplete,
  isStars,
  toNewReview,
} from '../../rules/catalogue/reviews.ts';
import type { NewReview, ReviewDraft, ReviewsPage } from '../../rules/catalogue/reviews.ts';
import { signedOut, withContext, withEvent, withOutput } from '../parts.ts';
import type { Failure } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, slot } from '../slots.ts';
import * as texts from '../../texts/catalogue.ts';

/** The reviews of one product: the list, the right to write one (§4 Review eligibility), and the form. */

export interface ReviewsInput {
  readonly productId: string;
  /** Id of the signed-in shopper, or `null` for a guest. */
  readonly shopper: string | null;
}

export interface ReviewsContext extends ReviewsInput {
  readonly reviews: readonly Review[];
  /** The last loaded page, and the number of pages. */
  readonly page: number;
  readonly pages: number;
  /** Number of all reviews. */
  readonly total: number;
  /** Summary of all reviews; `null` when the server sends none (U15). */
  readonly summary: ReviewSummary | null;
  /** Why the list, or its next page, could not be loaded. */
  readonly listProblem: Problem | null;
  /** Why it is unknown whether the shopper may write. */
  readonly mayProblem: Problem | null;
  readonly draft: ReviewDraft;
  /** Why the review was not sent. */
  readonly formProblem: Problem | null;
  /** The shopper has just written a review. */
  readonly isSent: boolean;
  /** The review was written after the list was loaded. */
  readonly isStale: boolean;
}

export type ReviewsEvent =
  | { readonly type: 'list.retry' }
  | { readonly type: 'list.more' }
  | { readonly type: 'may.retry' }
  | { readonly type: 'form.open' }
  | { readonly type: 'form.cancel' }
  | { readonly type: 'form.submit' }
  | { readonly type: 'rating.choose'; readonly rating: number }
  | { readonly type: 'title.change'; readonly title: string }
  | { readonly type: 'comment.change'; readonly comment: string }
  /** Contains the draft that this shopper has typed here before. */
  | { readonly type: 'session.signedIn'; readonly shopper: string; readonly draft: ReviewDraft }
  | { readonly type: 'session.ended' };

interface ReviewsReply {
  readonly canReview: boolean;
  readonly reason?: string | undefined;
}
interface DraftChange {
  readonly shopper: string | null;
  readonly draft: ReviewDraft;
}
const NOTHING = { reviews: [], page: 0, pages: 0, total: 0, summary: null };

export const reviewsMachine = setup({
  types: { input: {} as ReviewsInput, context: {} as ReviewsContext, events: {} as ReviewsEvent },
  actors: {
    loadReviews: callSlot<ReviewsPage, { productId: string; page: number }>(),
    askMay: callSlot<ReviewsReply, { productId: string }>(),
    sendReview: callSlot<unknown, NewReview & { productId: string }>(),
    /** Sends `session.signedIn`, immediately if a shopper is signed in, and `session.ended`. */
    watchSession: listenerSlot<{ productId: string }>(),
  },
  actions: {
    /** Stores the draft for a reload or a login, or removes it when it is empty. */
    keepDraft: effectSlot<DraftChange & { productId: string }>(),
    setFirst: assign((_, { reviews, pagination, summary }: ReviewsPage) => ({
      reviews,
      page: 1,
      pages: pagination.pages,
      total: pagination.total,
      summary: summary ?? null,
    })),
    addPage: assign(({ context }, { reviews, pagination, summary }: ReviewsPage) => ({
      reviews: appendReviews(context.reviews, reviews),
      page: context.page + 1,
      pages: pagination.pages,
      total: pagination.total,
      summary: summary ?? null,
    })),
    clearList: assign({ ...NOTHING, listProblem: null, isStale: false }),
    setListProblem: assign((_, { error }: Failure) => ({
      listProblem: toListedProblem(error, texts.failedToLoadReviews),
    })),
    clearListProblem: assign({ listProblem: null }),
    setMayProblem: assign((_, { error }: Failure) => ({
      mayProblem: toListedProblem(error, texts.eligibilityUnknown),
    })),
    clearMayProblem: assign({ mayProblem: null }),
    setRating: assign(({ context }, { rating }: { rating: number }) => ({ draft: { ...context.draft, rating } })),
    setTitle: assign(({ context }, { title }: { title: string }) => ({
      draft: { ...context.draft, title: truncateTitle(title) },
    })),
    setComment: assign(({ context }, { comment }: { comment: string }) => ({
      draft: { ...context.draft, comment: truncateComment(comment) },
    })),
    setShopper: assign((_, { shopper, draft }: DraftChange) => ({ shopper, draft })),
    forgetShopper: assign({ shopper: null, draft: EMPTY_DRAFT, isSent: false }),
    setIncomplete: assign({ formProblem: createProblem(texts.ratingAndCommentRequired) }),
    setFormProblem: assign((_, { error }: Failure) => ({
      formProblem: toProblem(error, texts.failedToSubmitReview),
    })),
    clearFormProblem: assign({ formProblem: null }),
    setSent: assign({ draft: EMPTY_DRAFT, isSent: true, isStale: true }),
  },
  guards: {
    isGuest: ({ context }) => context.shopper === null,
    hasShopper: ({ context }) => context.shopper !== null,
    isSame: ({ context }, { shopper }: DraftChange) => context.shopper === shopper,
    isStale: ({ context }) => context.isStale,
    isNone: (_, { reviews }: ReviewsPage) => reviews.length === 0,
    hasMore: ({ context }) => context.page < context.pages,
    mayWrite: (_, { canReview }: ReviewsReply) => canReview,
    isPurchaseMissing: (_, { reason }: ReviewsReply) => reason === 'purchase_required',
    isReviewed: (_, { reason }: ReviewsReply) => reason === 'already_reviewed',
    isUnauthorized: (_, { error }: Failure) => isSignedOut(error),
    isStars: (_, { rating }: { rating: number }) => isStars(rating),
    isComplete: ({ context }) => isComplete(context.draft),
  },
}).createMachine({
  id: 'reviews',
  description: 'The reviews of one product, and the form for a new one.',
  context: ({ input }) => ({
    ...input,
    ...NOTHING,
    listProblem: null,
    mayProblem: null,
    draft: EMPTY_DRAFT,
    formProblem: null,
    isSent: false,
    isStale: false,
  }),
  type: 'parallel',
  invoke: { ...slot('watchSession'), input: ({ context: { productId } }) => ({ productId }) },
  states: {
    list: {
      description: 'The reviews, newest first.',
      initial: 'loading',
      always: { description: 'The shopper has just written a review.', guard: 'isStale', target: '.loading' },
      states: {
        loading: {
          description: 'The first page is loading.',
          entry: 'clearList',
          invoke: {
            ...slot('loadReviews'),
            input: ({ context: { productId } }) => ({ productId, page: 1 }),
            onDone: [
              { description: 'The product has no reviews yet.', guard: withOutput('isNone'), target: 'empty' },
              { description: 'The product has reviews.', target: 'ready', actions: withOutput('setFirst') },
            ],
            onError: { target: 'failed', actions: withEvent('setListProblem') },
          },
        },
        ready: {
          description: 'Reviews are shown.',
          on: { 'list.more': { description: 'The server has more reviews.', guard: 'hasMore', target: 'loadingMore' } },
        },
        loadingMore: {
          description: 'The next page is loading. The current reviews stay.',
          entry: 'clearListProblem',
          invoke: {
            ...slot('loadReviews'),
            input: ({ context: { productId, page } }) => ({ productId, page: page + 1 }),
            onDone: { target: 'ready', actions: withOutput('addPage') },
            onError: { target: 'ready', actions: withEvent('setListProblem') },
          },
        },
        empty: { description: 'The product has no reviews yet.' },
        failed: {
          description: 'The reviews could not be loaded. The shopper can try again.',
          exit: 'clearListProblem',
          on: { 'list.retry': 'loading' },
        },
      },
    },

    may: {
      description: 'Whether the shopper may write a review, and the form.',
      initial: 'deciding',
      on: {
        'session.signedIn': [
          {
            description: 'The signed-in shopper is the same as before.',
            guard: withEvent('isSame'),
            actions: withEvent('setShopper'),
          },
          {
            description: 'The signed-in shopper is a new one.',
            target: '.checking',
            actions: withEvent('setShopper'),
          },
        ],
        'session.ended': { description: 'A shopper was logged in.', guard: 'hasShopper', target: '.guest' },
      },
      states: {
        deciding: {
          description: 'Decides whether a shopper is signed in.',
          always: [
            { description: 'No shopper is logged in (A38).', guard: 'isGuest', target: 'guest' },
            { description: 'A shopper is logged in.', target: 'checking' },
          ],
        },
        guest: {
          id: 'guest',
          description: 'A prompt links guests to the login. The server is not called (A38).',
          entry: 'forgetShopper',
        },
        checking: {
          description: 'The server checks whether the shopper may write a review (A37).',
          invoke: {
            ...slot('askMay'),
            input: ({ context: { productId } }) => ({ productId }),
            onDone: [
              {
                description: 'The shopper may write a review (A37).',
                guard: withOutput('mayWrite'),
                target: 'allowed',
              },
              {
                description: 'The product has not been delivered to the shopper (A37).',
                guard: withOutput('isPurchaseMissing'),
                target: 'mustPurchase',
              },
              {
                description: 'The shopper has already reviewed the product (A37).',
                guard: withOutput('isReviewed'),
                target: 'alreadyReviewed',
              },
              { description: 'The shopper may not write a review for another reason.', target: 'notNow' },
            ],
            onError: [
              signedOut('guest'),
              {
                description: 'There was no usable reply. The page shows this.',
                target: 'unknown',
                actions: withEvent('setMayProblem'),
              },
            ],
          },
        },
        allowed: {
          description: 'The shopper may write a review.',
          initial: 'closed',
          exit: 'clearFormProblem',
          states: {
            closed: { description: 'The form is closed.', on: { 'form.open': 'open' } },
            open: {
              description: 'The shopper writes a review. The browser stores the draft.',
              on: {
                'rating.choose': {
                  description: 'The rating is 1 to 5 stars (§5).',
                  guard: withEvent('isStars'),
                  actions: [withEvent('setRating'), withContext('keepDraft')],
                },
                'title.change': { actions: [withEvent('setTitle'), withContext('keepDraft')] },
                'comment.change': { actions: [withEvent('setComment'), withContext('keepDraft')] },
                'form.submit': [
                  { description: 'Stars and a comment are given (§5).', guard: 'isComplete', target: 'submitting' },
                  { description: 'Stars or the comment are missing (§5).', actions: 'setIncomplete' },
                ],
                'form.cancel': { target: 'closed', actions: 'clearFormProblem' },
              },
            },
            submitting: {
              description: 'The review is being sent.',
              entry: 'clearFormProblem',
              invoke: {
                ...slot('sendReview'),
                input: ({ context: { productId, draft } }) => ({ productId, ...toNewReview(draft) }),
                onDone: { target: '#alreadyReviewed', actions: ['setSent', withContext('keepDraft')] },
                onError: [
                  signedOut('#guest'),
                  {
                    description: 'The review was not sent for another reason. The form shows the error.',
                    target: 'open',
                    actions: withEvent('setFormProblem'),
                  },
                ],
              },
            },
          },
        },
        mustPurchase: { description: 'Only buyers of the product may write a review.' },
        alreadyReviewed: {
          id: 'alreadyReviewed',
          description: 'The shopper has already reviewed the product, perhaps just now.',
        },
        notNow: { description: 'The server refuses for another reason.' },
        unknown: {
          description: 'There was no usable reply. The shopper can try again.',
          exit: 'clearMayProblem',
          on: { 'may.retry': 'checking' },
        },
      },
    },
  },
});
