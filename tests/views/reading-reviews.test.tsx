// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { ReviewList } from '../../src/views/catalogue/review-list.tsx';
import { renderPage } from '../../model-testing/view/page.ts';
import { reviewNo } from '../flows/reviews/reviews.samples.ts';
import { expectReading, expectSending, ignore } from './reads.tsx';
import { formIn, NO_DRAFT, reviewsIn } from './reviews.samples.tsx';

describe('§2 Reviews section', () => {
  const review = reviewNo(2);

  test('H20: who wrote a review is shown by name, with a picture or the icon in its place', () =>
    expectReading(
      <ReviewList
        reviews={[
          { ...review, user: { name: 'Jane', avatar: '/media/jane' } },
          { ...review, _id: 'r3', user: { name: 'Otieno', avatar: null } },
        ]}
        total={2}
        canLoadMore={false}
        isLoadingMore={false}
        onMore={ignore}
      />,
      `
        list
          Rated 3 of 5
          Comment 2
          img "" of /media/jane?w=640&f=jpeg
          Jane
          01/11/2026
          Verified purchase
          Rated 3 of 5
          Comment 2
          Otieno
          01/11/2026
          Verified purchase
      `,
    ));

  const problem = { text: 'Something went wrong', requestId: 'req-1' };

  test('a review of which nothing is written yet', () =>
    expectReading(
      formIn('open', { draft: NO_DRAFT })(ignore),
      `
        region "Your review"
          heading 2 "Write a Review"
          form "Write a Review"
            radio "1 star" [rating]
            radio "2 stars" [rating]
            radio "3 stars" [rating]
            radio "4 stars" [rating]
            radio "5 stars" [rating]
            textbox "Title (optional)" = '' [reviewTitle]
            textbox "Comment" = '' [reviewComment] : 0/500
            0/500
            Your name is shown with your review.
            button "Submit Review" (submits)
            button "Cancel"
        region "Reviews"
          No reviews yet
      `,
    ));

  test('a review of one star is being sent', () =>
    expectReading(
      formIn('submitting', { draft: { rating: 1, title: 'Poor', comment: 'It broke' } })(ignore),
      `
        region "Your review"
          heading 2 "Write a Review"
          form "Write a Review"
            radio "1 star" [rating] (disabled, checked)
            radio "2 stars" [rating] (disabled)
            radio "3 stars" [rating] (disabled)
            radio "4 stars" [rating] (disabled)
            radio "5 stars" [rating] (disabled)
            ~ 1 star
            textbox "Title (optional)" = 'Poor' [reviewTitle] (disabled)
            textbox "Comment" = 'It broke' [reviewComment] (disabled) : 8/500
            8/500
            Your name is shown with your review.
            button "Submit Review" (off, busy, submits)
            button "Cancel" (disabled)
        region "Reviews"
          No reviews yet
      `,
    ));

  test('a review without a comment was refused', () =>
    expectReading(
      formIn('open', { draft: { ...NO_DRAFT, rating: 4, comment: ' ' }, formProblem: problem })(ignore),
      `
        region "Your review"
          heading 2 "Write a Review"
          form "Write a Review"
            radio "1 star" [rating]
            radio "2 stars" [rating]
            radio "3 stars" [rating]
            radio "4 stars" [rating] (checked)
            radio "5 stars" [rating]
            ~ 4 stars
            textbox "Title (optional)" = '' [reviewTitle]
            textbox "Comment" = ' ' [reviewComment] (invalid) : 1/500
            1/500
            Your name is shown with your review.
            alert
              Something went wrong
              Request req-1
            button "Submit Review" (submits)
            button "Cancel"
        region "Reviews"
          No reviews yet
      `,
    ));

  test('a review without stars was refused', () =>
    expectReading(
      formIn('open', { draft: { ...NO_DRAFT, comment: 'Good' }, formProblem: problem })(ignore),
      `
        region "Your review"
          heading 2 "Write a Review"
          form "Write a Review"
            radio "1 star" [rating]
            radio "2 stars" [rating]
            radio "3 stars" [rating]
            radio "4 stars" [rating]
            radio "5 stars" [rating]
            textbox "Title (optional)" = '' [reviewTitle]
            textbox "Comment" = 'Good' [reviewComment] : 4/500
            4/500
            Your name is shown with your review.
            alert
              Something went wrong
              Request req-1
            button "Submit Review" (submits)
            button "Cancel"
        region "Reviews"
          No reviews yet
      `,
    ));

  test('of a refused review the stars are marked where they are missing, and only then', () => {
    const isMarked = (rating: number, formProblem: object | null) =>
      renderPage(formIn('open', { draft: { ...NO_DRAFT, rating }, formProblem })(ignore))
        .getByRole('radiogroup', { name: 'Your rating' })
        .getAttribute('aria-invalid');
    expect([isMarked(0, problem), isMarked(5, problem), isMarked(0, null)]).toEqual(['true', null, null]);
  });

  test('one review, and its summary', () =>
    expectReading(
      reviewsIn(
        { list: 'ready', may: { allowed: 'closed' } },
        { reviews: [review], total: 1, page: 1, pages: 1 },
      )(ignore),
      `
        region "Summary of the reviews"
          ~ 3.0
          Rated 3 of 5 1 review
          list
            5 stars0
            4 stars0
            3 stars1
            2 stars0
            1 star0
          from 1 loaded
        region "Your review"
          button "Write a Review"
        region "Reviews"
          list
            Rated 3 of 5
            Comment 2
            Buyer 2
            01/11/2026
            Verified purchase
      `,
    ));

  test('more are there and being loaded, and the list says how many it counted', () =>
    expectReading(
      reviewsIn(
        { list: 'loadingMore', may: 'checking' },
        { reviews: [review, reviewNo(3)], total: 9, page: 1, pages: 5 },
      )(ignore),
      `
        region "Summary of the reviews"
          ~ 3.5
          Rated 3.5 of 5 9 reviews
          list
            5 stars0
            4 stars1
            3 stars1
            2 stars0
            1 star0
          from 2 loaded
        region "Your review"
          button "Write a Review" (off, busy)
        region "Reviews"
          list
            Rated 3 of 5
            Comment 2
            Buyer 2
            01/11/2026
            Verified purchase
            Rated 4 of 5
            Comment 3
            Buyer 3
            01/11/2026
            Verified purchase
          button "Load More Reviews" (off, busy)
      `,
    ));

  test.each([
    [
      'loading',
      'guest',
      `
        region "Your review"
          link "Log in to write a review." -> /auth/login
        region "Reviews"
          status
            Loading reviews
      `,
    ],
    [
      'failed',
      'mustPurchase',
      `
        region "Your review"
          You must purchase this product before you can review it.
          Only verified purchasers can leave reviews to ensure authenticity and quality.
        region "Reviews"
          alert
            Something went wrong
            Request req-1
            button "Try Again"
      `,
    ],
    [
      'empty',
      'notNow',
      `
        region "Your review"
          You cannot review this product at this time.
        region "Reviews"
          No reviews yet
      `,
    ],
    [
      'empty',
      'alreadyReviewed',
      `
        region "Your review"
          You have already reviewed this product.
        region "Reviews"
          No reviews yet
      `,
    ],
    [
      'empty',
      'unknown',
      `
        region "Your review"
          alert
            Something went wrong
            Request req-1
            button "Try Again"
        region "Reviews"
          No reviews yet
      `,
    ],
  ])('the list: %s, who may write: %s', (list, may, text) =>
    expectReading(
      reviewsIn({ list, may }, { listProblem: list === 'failed' ? problem : null, mayProblem: problem })(ignore),
      text,
    ),
  );

  test('thanks for a review that was just sent', () =>
    expectReading(
      reviewsIn({ may: 'alreadyReviewed' }, { isSent: true })(ignore),
      `
        region "Your review"
          status
            Thank you for your review.
          You have already reviewed this product.
        region "Reviews"
          No reviews yet
      `,
    ));

  test('what its controls do', () => {
    expectSending(
      formIn('open', { draft: { ...NO_DRAFT, rating: 2 } }),
      `
        1 star: rating.choose {"rating":1}
        3 stars: rating.choose {"rating":3}
        4 stars: rating.choose {"rating":4}
        5 stars: rating.choose {"rating":5}
        Title (optional): title.change {"title":"7"}
        Comment: comment.change {"comment":"7"}
        Submit Review: form.submit {}
        Cancel: form.cancel {}
      `,
    );
    expectSending(
      reviewsIn({ list: 'ready', may: { allowed: 'closed' } }, { reviews: [review], total: 9, page: 1, pages: 5 }),
      `
        Write a Review: form.open {}
        Load More Reviews: list.more {}
      `,
    );
    expectSending(
      reviewsIn({ list: 'failed', may: 'unknown' }, { listProblem: problem, mayProblem: problem }),
      `
        Try Again: may.retry {}
        Try Again: list.retry {}
      `,
    );
  });
});
