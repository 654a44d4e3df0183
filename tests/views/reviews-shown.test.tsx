// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { full as fullStar } from '../../src/views/parts/stars.css.ts';
import { ReviewList } from '../../src/views/catalogue/review-list.tsx';
import { renderPage } from 'model-testing/view/page';
import { reviewNo, SUMMARY } from '../flows/reviews/reviews.samples.ts';
import { ignore } from './reads.tsx';
import { formIn, NO_DRAFT, reviewsIn } from './reviews.samples.tsx';

describe('§2 Reviews section: counts', () => {
  const review = reviewNo(2);
  test('X35: the bars of the summary show the share of each rating', () => {
    const bars = (context: object) =>
      [
        ...renderPage(
          reviewsIn({ list: 'ready', may: 'checking' }, { reviews: [review], total: 1, ...context })(ignore),
        ).element.querySelectorAll('li rect:last-child'),
      ].map((bar) => Math.round(Number(bar.getAttribute('width'))));
    expect(bars({ summary: SUMMARY })).toEqual([52, 30, 4, 9, 4]);
    expect(bars({})).toEqual([0, 0, 100, 0, 0]);
    expect(bars({ reviews: [{ ...review, rating: 3.5 }] })).toEqual([0, 0, 0, 0, 0]);
  });

  test('fills as many stars as were chosen', () => {
    const page = renderPage(formIn('open', { draft: { ...NO_DRAFT, rating: 2 } })(ignore));
    expect(page.element.querySelectorAll(`label .${fullStar}`)).toHaveLength(2);
  });

  test('states that all reviews are shown after more were loaded', () => {
    const all = (count: number) =>
      renderPage(
        <ReviewList
          reviews={Array.from({ length: count }, (_, index) => reviewNo(index + 1))}
          total={count}
          canLoadMore={false}
          isLoadingMore={false}
          onMore={ignore}
        />,
      ).element.textContent;
    expect(all(10)).not.toContain('reviews are shown');
    expect(all(11)).toContain('All 11 reviews are shown.');
  });
});
