import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appendReviews,
  truncateComment,
  truncateTitle,
  EMPTY_DRAFT,
  isComplete,
  toStoredDraft,
  parseStoredDraft,
  toNewReview,
  getDisplayedSummary,
} from '../../src/rules/catalogue/reviews.ts';
import { reviewNo, SUMMARY } from '../flows/reviews/reviews.samples.ts';

const of = { user: 'u1', product: 'p1' };
const draft = { rating: 4, title: 'Nice', comment: 'Good' };

describe('§5 Review', () => {
  test.each([
    [{ rating: 1, comment: 'x' }, true],
    [{ rating: 5, comment: ' x ' }, true],
    [{ rating: 0, comment: 'x' }, false],
    [{ rating: 6, comment: 'x' }, false],
    [{ rating: 2.5, comment: 'x' }, false],
    [{ rating: 5, comment: ' \n ' }, false],
  ])('%j is complete: %s', (given, is) => expect(isComplete({ title: '', ...given })).toBe(is));

  test('sends the title only if it is not blank, and trims all texts', () => {
    expect(toNewReview({ rating: 5, comment: ' Good ', title: ' ' })).toEqual({ rating: 5, comment: 'Good' });
    expect(toNewReview({ rating: 5, comment: 'Good', title: ' Nice ' })).toEqual({
      rating: 5,
      comment: 'Good',
      title: 'Nice',
    });
  });

  test('cuts at 500 characters without splitting a character', () => {
    expect(truncateComment('x'.repeat(501))).toHaveLength(500);
    expect(truncateComment('x'.repeat(500))).toHaveLength(500);
    expect(truncateComment(`${'x'.repeat(499)}😀`)).toBe('x'.repeat(499));
    expect(truncateTitle('x'.repeat(121))).toHaveLength(120);
  });
});

describe('U15: the summary of the reviews', () => {
  test('is the summary of the server', () =>
    expect(getDisplayedSummary(SUMMARY, [], 1)).toEqual({ ...SUMMARY, from: null }));

  test('is computed from the loaded reviews without a summary of the server', () => {
    expect(getDisplayedSummary(null, [reviewNo(1), reviewNo(2), reviewNo(6)], 23)).toEqual({
      average: 7 / 3,
      total: 23,
      perStar: { 1: 0, 2: 2, 3: 1, 4: 0, 5: 0 },
      from: 3,
    });
    expect(getDisplayedSummary(null, [], 0)).toMatchObject({ average: 0, total: 0, from: 0 });
  });

  test('shows a review that moved to the next page only once', () =>
    expect(appendReviews([reviewNo(1), reviewNo(2)], [reviewNo(2), reviewNo(3)]).map(({ _id }) => _id)).toEqual([
      'r1',
      'r2',
      'r3',
    ]));
});

describe('the stored draft', () => {
  const stored = JSON.stringify(toStoredDraft(of, draft));

  test('is restored for the same shopper and product', () => {
    expect(parseStoredDraft(stored, of)).toEqual(draft);
    expect(parseStoredDraft(stored, { ...of, user: 'u2' })).toBe(EMPTY_DRAFT);
    expect(parseStoredDraft(stored, { ...of, product: 'p2' })).toBe(EMPTY_DRAFT);
  });

  test('is not stored for an empty form or a guest', () => {
    expect(toStoredDraft(of, EMPTY_DRAFT)).toBeNull();
    expect(toStoredDraft({ ...of, user: null }, draft)).toBeNull();
    for (const one of [{ rating: 1 }, { title: 'x' }, { comment: 'x' }])
      expect(toStoredDraft(of, { ...EMPTY_DRAFT, ...one })).toEqual({ ...of, ...EMPTY_DRAFT, ...one });
  });

  test('H10: invalid data in the storage gives an empty form', () => {
    expect(parseStoredDraft(null, of)).toBe(EMPTY_DRAFT);
    for (const text of ['', '{', '[]', 'null', '"x"', '7']) expect(parseStoredDraft(text, of)).toEqual(EMPTY_DRAFT);
    const odd = { ...of, rating: 9, title: 7, comment: { x: 1 } };
    expect(parseStoredDraft(JSON.stringify(odd), of)).toEqual(EMPTY_DRAFT);
    expect(parseStoredDraft(JSON.stringify({ ...of, rating: '5', comment: 'x'.repeat(900) }), of)).toEqual({
      ...EMPTY_DRAFT,
      comment: 'x'.repeat(500),
    });
    fc.assert(
      fc.property(fc.json(), (text) => {
        const { rating, comment } = parseStoredDraft(text, of);
        return rating >= 0 && rating <= 5 && comment.length <= 500;
      }),
    );
  });
});
