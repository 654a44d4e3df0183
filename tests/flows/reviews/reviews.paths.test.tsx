import { expect } from 'vitest';
import { reviewsModel } from './reviews.model.ts';
import { reviewsView } from './reviews.view.tsx';
import { getBreakdown, getComments, reviewsTable } from './reviews.table.tsx';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

flowTests(reviewsModel, {
  view: reviewsView,
  shows: {
    'list.loading': [see('status', 'Loading reviews'), (page) => expect(getComments(page)).toEqual([])],
    'list.ready': (page, { context: { reviews, summary, listProblem } }) => {
      expect(getComments(page)).toEqual(reviews.map(({ comment }) => comment));
      expect(getBreakdown(page)).toHaveLength(5);
      expect(page.text.includes(`from ${reviews.length} loaded`)).toBe(summary === null);
      expect(page.text.includes('Failed to load reviews')).toBe(listProblem !== null);
    },
    'list.loadingMore': see('button', 'Load More Reviews', 'busy'),
    'list.empty': (page) => void page.getByText('No reviews yet'),
    'list.failed': see('alert', /^Failed to load reviews/),
    'may.guest': (page) =>
      expect(page.getByRole('link', { name: 'Log in to write a review.' }).getAttribute('href')).toBe('/auth/login'),
    'may.checking': see('button', 'Write a Review', 'busy'),
    'may.allowed.closed': see('button', 'Write a Review'),
    'may.allowed.open': [
      see('heading', 'Write a Review'),
      see('button', 'Submit Review'),
      see('button', 'Cancel'),
      (page, { context: { draft, formProblem } }) => {
        expect(page.getByRole('textbox', { name: 'Comment' })).toHaveProperty('value', draft.comment);
        expect(page.getByRole('textbox', { name: 'Title (optional)' })).toHaveProperty('value', draft.title);
        expect(page.text).toContain(`${draft.comment.length}/500`);
        const checked = (page.getAllByRole('radio') as HTMLInputElement[]).filter((radio) => radio.checked);
        expect(checked.map(({ value }) => Number(value))).toEqual(draft.rating === 0 ? [] : [draft.rating]);
        const bad = [...page.element.querySelectorAll('[aria-invalid]')].map((control) => control.getAttribute('name'));
        const isRatingBad = formProblem !== null && draft.rating === 0;
        const isCommentBad = formProblem !== null && draft.comment.trim() === '';
        expect([...new Set(bad)]).toEqual([
          ...(isRatingBad ? ['rating'] : []),
          ...(isCommentBad ? ['reviewComment'] : []),
        ]);
        if (formProblem !== null) expect(page.text).toContain(formProblem.text);
      },
    ],
    'may.allowed.submitting': see('button', 'Submit Review', 'busy'),
    'may.mustPurchase': (page) => {
      page.getByText('You must purchase this product before you can review it.');
      page.getByText('Only verified purchasers can leave reviews to ensure authenticity and quality.');
    },
    'may.alreadyReviewed': (page, { context: { isSent } }) => {
      page.getByText('You have already reviewed this product.');
      expect(page.queryByText('Thank you for your review.') !== null).toBe(isSent);
    },
    'may.notNow': (page) => void page.getByText('You cannot review this product at this time.'),
    'may.unknown': see('alert', /^Unable to verify review eligibility\./),
  },
  table: reviewsTable,
});
