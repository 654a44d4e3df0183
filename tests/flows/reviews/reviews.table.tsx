import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { reviewsMachine } from '../../../src/machines/catalogue/reviews.machine.ts';
import { EMPTY_DRAFT } from '../../../src/rules/catalogue/reviews.ts';
import type { Page } from 'model-testing/view/page';
import { press } from 'model-testing/view/act';
import { LOOK, START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { reviewsPage, SUMMARY } from './reviews.samples.ts';
import { reviewsView } from './reviews.view.tsx';

type Machine = typeof reviewsMachine;

/** The rows `5 stars 12` of the summary, from five stars down. */
export const getBreakdown = ({ element }: Pick<Page, 'element'>) =>
  [...element.querySelectorAll('section[aria-label="Summary of the reviews"] li')].map((row) =>
    [...row.querySelectorAll('span')].map(({ textContent }) => textContent).join(' '),
  );

export const getComments = ({ element }: Pick<Page, 'element'>) =>
  [...element.querySelectorAll('li p:first-of-type')].map(({ textContent }) => textContent);

const commentNo = (_: unknown, index: number) => `Comment ${index + 1}`;
const signedIn = { type: 'session.signedIn', shopper: 'u1', draft: EMPTY_DRAFT } as const;

export const reviewsTable: Table<Machine> = {
  view: reviewsView,
  start: { always: 'guest', 'no customer token': 'guest', 'a customer token is there': 'signed in' },
  input: ({ from }) => (/^list|^may\.guest/.test(from) ? 'guest' : 'signed in'),
  reach: {
    'list.loadingMore': async (live, { on }) => {
      await live.answer('loadReviews', reviewsPage(1, 23));
      await live.send({ type: 'list.more' });
      if (!on.includes('page 3')) return;
      await live.answer('loadReviews', reviewsPage(2, 23));
      await live.send({ type: 'list.more' });
    },
  },
  when: [
    {
      'page 1 of 3': { holds: ({ snapshot: { context } }) => context.page === 1 && context.pages === 3 },
      'may.allowed': { after: (live) => live.answer('askMay', { canReview: true }) },
      'any other may.* state': {
        holds: ({ snapshot }) => !snapshot.matches({ may: 'allowed' }) && !snapshot.can({ type: 'form.open' }),
      },
    },
  ],
  on: [
    {
      'see review(verified true, title missing)': LOOK,
      login: press('link', 'Log in to write a review.'),
      'logged in (other tab or back from login)': signedIn,
      'logged out': { type: 'session.ended' },
      retry: (_, __, { from }) => ({ type: from.startsWith('may') ? 'may.retry' : 'list.retry' }),
      'write a review': { type: 'form.open' },
      cancel: { type: 'form.cancel' },
      'submit (double click)': { type: 'form.submit' },
    },
    [/^start\(/, START],
    [/^load more/, { type: 'list.more' }],
    [/^choose rating\((\d)\)$/, (_, [, rating]) => ({ type: 'rating.choose', rating: Number(rating) })],
    [
      /^type comment\((\d+) characters\)$/,
      (_, [, count]) => ({ type: 'comment.change', comment: 'x'.repeat(Number(count)) }),
    ],
    [
      /^submit\(rating (none|\d), comment '(.*?)'(?:, title '(.*)')?\)$/,
      (_, [, rating, comment = '', title]) => [
        ...(rating === 'none' ? [] : [{ type: 'rating.choose' as const, rating: Number(rating) }]),
        ...(comment === '' ? [] : [{ type: 'comment.change' as const, comment }]),
        ...(title === undefined || title === '' ? [] : [{ type: 'title.change' as const, title }]),
        { type: 'form.submit' as const },
      ],
    ],
  ],
  calls: [
    {
      call: /^GET \/reviews\/p1\?|^GET \/reviews$/,
      slot: 'loadReviews',
      input: (_, { calls: [call = ''] }) => ({ productId: 'p1', page: Number(/page=(\d)/.exec(call)?.[1]) }),
      answers: [
        {
          '0 reviews': reviewsPage(1, 0, { ...SUMMARY, total: 0 }),
          '10 of 23, pages 3, no summary': reviewsPage(1, 23),
          '10 of 23, pages 3, summary {average:4.2, total:23, perStar}': reviewsPage(1, 23, SUMMARY),
          '10 of 10, pages 1': reviewsPage(1, 10, SUMMARY),
          '10 of 11, pages 2': reviewsPage(1, 11, SUMMARY),
          'page 2': reviewsPage(2, 23),
          'page 3, the last': reviewsPage(3, 23, SUMMARY),
          'broken reply': failures['broken'],
        },
      ],
    },
    {
      call: /can-review$/,
      slot: 'askMay',
      input: () => ({ productId: 'p1' }),
      answers: [
        {
          'canReview true': { canReview: true },
          'canReview false, reason purchase_required': { canReview: false, reason: 'purchase_required' },
          'canReview false, reason already_reviewed': { canReview: false, reason: 'already_reviewed' },
          "canReview false, reason 'blocked'": { canReview: false, reason: 'blocked' },
          'canReview false, no reason': { canReview: false },
          'broken reply': failures['broken'],
        },
      ],
    },
    {
      call: /^POST \/reviews/,
      slot: 'sendReview',
      input: (_, { calls: [call = ''] }) => {
        const { rating, comment, title } =
          /rating:(?<rating>\d), ?comment:'(?<comment>.*?)'(?:, ?title:'(?<title>.*)')?\}/.exec(call)?.groups ?? {};
        return { productId: 'p1', rating: Number(rating), comment, ...(title !== undefined && { title }) };
      },
      answers: [
        {
          success: {},
          'success false, no message': failures['refused without words'],
        },
      ],
      fails: [
        {
          "409, already reviewed, message 'You have already reviewed this product.'": new ApiError({
            kind: 'refused',
            status: 409,
            message: 'You have already reviewed this product.',
          }),
        },
      ],
    },
  ],
  unseen: { keepDraft: 'in the storage; nothing is seen of it until a reload' },
  does: [
    {
      'average 4.2, total 23, breakdown from the summary': ({ page }) => {
        expect(page.text).toContain('4.2');
        expect(page.text).toContain('23 reviews');
        expect(getBreakdown(page)).toEqual(['5 stars 12', '4 stars 7', '3 stars 1', '2 stars 2', '1 star 1']);
        expect(page.text).not.toContain('loaded');
      },
      'breakdown computed from the 10 loaded': ({ page }) =>
        expect(getBreakdown(page)).toEqual(['5 stars 2', '4 stars 2', '3 stars 2', '2 stars 2', '1 star 2']),
      "'Load More Reviews' shown": ({ page }) => void page.getByRole('button', { name: 'Load More Reviews' }),
      "no 'Load More Reviews'": ({ page }) =>
        expect(page.queryByRole('button', { name: 'Load More Reviews' })).toBeNull(),
      'appended: 20 shown': ({ page }) => expect(getComments(page)).toEqual(Array.from({ length: 20 }, commentNo)),
      "without a summary: 'from 20 loaded'": ({ page }) => expect(page.text).toContain('from 20 loaded'),
      "23 shown, no 'Load More Reviews'": ({ page }) => {
        expect(getComments(page)).toEqual(Array.from({ length: 23 }, commentNo));
        expect(page.queryByRole('button', { name: 'Load More Reviews' })).toBeNull();
      },
      "the first 10 stay, 'Load More Reviews' stays": ({ page }) => {
        expect(getComments(page)).toEqual(Array.from({ length: 10 }, commentNo));
        page.getByRole('button', { name: 'Load More Reviews' });
      },
      'verified mark, no title line': ({ page }) => {
        expect(page.getAllByText('Verified purchase')).toHaveLength(10);
        expect(page.getAllByRole('heading', { level: 3 }).map(({ textContent }: HTMLElement) => textContent)).toEqual([
          'Title 1',
        ]);
      },
      'go to /auth/login with this page as origin': ({ live, page }) => {
        expect(live.path).toBe('/auth/login');
        expect(page.getByRole('link', { name: 'Log in to write a review.' }).getAttribute('href')).toBe('/auth/login');
      },
      "'Write a Review' can be pressed": ({ page }) =>
        expect(page.getByRole('button', { name: 'Write a Review' }).getAttribute('aria-disabled')).toBeNull(),
      'form closed': ({ page }) => expect(page.queryByRole('form')).toBeNull(),
      '1 star': ({ page }) => expect(page.getByRole('radio', { name: '1 star' })).toHaveProperty('checked', true),
      '5 stars': ({ page }) => expect(page.getByRole('radio', { name: '5 stars' })).toHaveProperty('checked', true),
      'fields emptied': ({ snapshot }) => expect(snapshot.context.draft).toEqual(EMPTY_DRAFT),
      'fields kept': ({ snapshot, before }) => expect(snapshot.context.draft).toEqual(before.context.draft),
      'list loads again': ({ snapshot }) => expect(snapshot.value.list).toBe('loading'),
    },
    [/^adds '(.*)'$/, ({ page }, [, note]) => expect(page.text).toContain(note)],
    [
      /^(?:the first 500 stay, )?counter 500\/500$/,
      ({ page, snapshot }) => {
        expect(page.text).toContain('500/500');
        expect(snapshot.context.draft.comment).toBe('x'.repeat(500));
      },
    ],
    [/^may becomes (\w+)$/, ({ snapshot }, [, state]) => expect(snapshot.value.may).toBe(state)],
  ], // The regions list.*, may.* and form.* start together, and each row checks its own region.
};
