import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { reviewsMachine } from '../../../src/machines/catalogue/reviews.machine.ts';
import { EMPTY_DRAFT, isComplete, isStars, toNewReview } from '../../../src/rules/catalogue/reviews.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, press } from 'model-testing/view/act';
import { reviewNo, reviewsPage, SUMMARY } from './reviews.samples.ts';

/** The two regions that have a Try Again button. */
const RETRY = {
  list: { role: 'region', name: 'Reviews' },
  may: { role: 'region', name: 'Your review' },
};

export const typedBefore = { rating: 4, title: 'Nice', comment: 'Typed before' };

export const reviewsModel = defineModel({
  flow: 'reviews',
  machine: reviewsMachine,
  inputs: { guest: { productId: 'p1', shopper: null }, 'signed in': { productId: 'p1', shopper: 'u1' } },
  events: {
    'list.retry': { '': {} },
    'list.more': { '': {} },
    'may.retry': { '': {} },
    'form.open': { '': {} },
    'form.cancel': { '': {} },
    'form.submit': { '': {} },
    'rating.choose': { five: { rating: 5 }, 'none that there is': { rating: 6 } },
    'title.change': { nice: { title: 'Nice' } },
    'comment.change': { good: { comment: 'Good' }, blank: { comment: '   ' } },
    'session.signedIn': {
      sentBy: 'watchSession',
      cases: { '': { shopper: 'u1', draft: EMPTY_DRAFT }, 'typed before': { shopper: 'u1', draft: typedBefore } },
    },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
  },
  acts: defineActs<typeof reviewsMachine>({
    'list.retry': press('button', 'Try Again', RETRY.list),
    'list.more': press('button', 'Load More Reviews'),
    'may.retry': press('button', 'Try Again', RETRY.may),
    'form.open': press('button', 'Write a Review'),
    'form.cancel': press('button', 'Cancel'),
    'form.submit': press('button', 'Submit Review'),
    'rating.choose': ({ rating }) =>
      isStars(rating) ? press('radio', rating === 1 ? '1 star' : `${rating} stars`) : null,
    'title.change': ({ title }) => fill('Title (optional)', title),
    'comment.change': ({ comment }) => fill('Comment', comment),
  }),
  done: {
    loadReviews: { '10 of 23': reviewsPage(1, 23, SUMMARY), none: reviewsPage(1, 0) },
    askMay: {
      yes: { canReview: true },
      'not bought': { canReview: false, reason: 'purchase_required' },
      reviewed: { canReview: false, reason: 'already_reviewed' },
      blocked: { canReview: false, reason: 'blocked' },
    },
    sendReview: { '': reviewNo(1) },
  },
  fail: {
    sendReview: {
      'already reviewed': new ApiError({
        kind: 'refused',
        status: 409,
        message: 'You have already reviewed this product.',
      }),
    },
  },
  project: ({ shopper, reviews, page, pages, listProblem, mayProblem, draft, formProblem, isSent }) => ({
    shopper,
    count: reviews.length,
    hasMore: page < pages,
    problems: [listProblem, mayProblem, formProblem].map((problem) => problem !== null),
    draft: draft === EMPTY_DRAFT ? 'empty' : isComplete(draft),
    isSent,
  }),
  beyond: [
    {
      what: /^may: session\.signedIn \[isSame\]/,
      why: 'the session tells who is there at once; what that shopper has typed before comes with it',
    },
    { what: /^may: session\.ended .*from may\.(?!allowed)/, why: 'A38: a guest sees the login prompt, from anywhere' },
  ],
  delays: {},
  equivalents: {
    'swap may.checking: askMay answers #1': 'who may write is given no reason why not',
    'swap may.checking: askMay answers #2': 'an answer has one reason',
  },
  states: {
    'list.loading': (s) => s.matches({ list: 'loading' }),
    'list.ready': (s) => s.matches({ list: 'ready' }),
    'list.loadingMore': (s) => s.matches({ list: 'loadingMore' }),
    'list.empty': (s) => s.matches({ list: 'empty' }),
    'list.failed': (s) => s.matches({ list: 'failed' }),
    'may.guest': (s) => s.matches({ may: 'guest' }),
    'may.checking': (s) => s.matches({ may: 'checking' }),
    'may.allowed': (s) => s.matches({ may: 'allowed' }),
    'may.mustPurchase': (s) => s.matches({ may: 'mustPurchase' }),
    'may.alreadyReviewed': (s) => s.matches({ may: 'alreadyReviewed' }),
    'may.notNow': (s) => s.matches({ may: 'notNow' }),
    'may.unknown': (s) => s.matches({ may: 'unknown' }),
    'form.closed': (s) => !s.matches({ may: { allowed: 'open' } }) && !s.matches({ may: { allowed: 'submitting' } }),
    'form.open': (s) => s.matches({ may: { allowed: 'open' } }),
    'form.submitting': (s) => s.matches({ may: { allowed: 'submitting' } }),
  },
  invariants: {
    'can-review is never called without a token': ({ calls, snapshot }) =>
      calls.every((call) => call.slot !== 'askMay' || !call.isOpen() || snapshot.context.shopper !== null),
    'the form is open only while may is allowed': ({ snapshot }) =>
      snapshot.matches({ may: 'guest' }) === (snapshot.context.shopper === null),
    'no POST with a rating outside 1 to 5 or a blank comment, or one above 500': ({ started }) =>
      started.every(({ slot, input }) => {
        if (slot !== 'sendReview') return true;
        const { rating, comment } = input as { rating: number; comment: string };
        return isStars(rating) && comment.trim() !== '' && comment.length <= 500;
      }),
    'what is sent is what is typed': ({ started, snapshot }) =>
      started.every(
        ({ slot, input }) =>
          slot !== 'sendReview' ||
          JSON.stringify(input) === JSON.stringify({ productId: 'p1', ...toNewReview(snapshot.context.draft) }),
      ),
    'what is typed is kept as it is, and forgotten once it is sent': ({ effects, snapshot: { context } }) =>
      effects.every(({ type, params }) => {
        const { draft, shopper } = params as typeof context;
        return type !== 'keepDraft' || (draft === context.draft && shopper === context.shopper);
      }),
    'each letter and each star is kept': ({ step, before, snapshot, effects }) =>
      !/^(rating|title|comment)\./.test(step?.event.type ?? '') ||
      snapshot.context.draft === before?.context.draft ||
      effects.filter(({ type }) => type === 'keepDraft').length === 1,
    'at first nothing is sent and nothing is wrong': ({ step, snapshot: { context } }) =>
      step?.kind !== 'start' || (!context.isSent && context.mayProblem === null && context.listProblem === null),
    'stars are chosen of those that there are': ({ snapshot: { context } }) =>
      context.draft.rating === EMPTY_DRAFT.rating || isStars(context.draft.rating),
    'what is asked again says no old failure': ({ snapshot }) =>
      ((!snapshot.matches({ list: 'loading' }) && !snapshot.matches({ list: 'loadingMore' })) ||
        snapshot.context.listProblem === null) &&
      (!snapshot.matches({ may: 'checking' }) || snapshot.context.mayProblem === null),
    'a guest has typed nothing and sent nothing': ({ snapshot: { context } }) =>
      context.shopper !== null || (context.draft === EMPTY_DRAFT && !context.isSent),
    'the form says what is missing until it is complete or closed': ({ snapshot: { context }, snapshot }) =>
      context.formProblem === null || snapshot.matches({ may: { allowed: 'open' } }),
    'no more than one question of a kind is open': ({ calls }) =>
      ['loadReviews', 'askMay', 'sendReview'].every(
        (slot) => calls.filter((call) => call.slot === slot && call.isOpen()).length <= 1,
      ),
    'a page is added behind those that are there, and no review twice (§2)': ({ snapshot: { context } }) =>
      new Set(context.reviews.map(({ _id }) => _id)).size === context.reviews.length,
    'a complete review is never refused here': ({ snapshot: { context }, step }) =>
      step?.event.type !== 'form.submit' ||
      !isComplete(context.draft) ||
      context.formProblem?.text !== 'Please provide both a rating and a comment',
  },
});
