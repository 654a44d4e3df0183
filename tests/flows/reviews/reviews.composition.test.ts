import { EMPTY_DRAFT } from '../../../src/rules/catalogue/reviews.ts';
import { jane } from '../support/shop.samples.ts';
import { START } from '../support/world.ts';
import { call, effect, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';
import type { World } from '../support/world.ts';

const open =
  (shopper: string | null = jane._id): Act =>
  (world) =>
    world.start('reviews', { productId: 'p1', shopper });
/** Opens the form. */
const writing = async (world: World) => {
  world.start('reviews', { productId: 'p1', shopper: jane._id });
  await world.settle();
  world.actor.send({ type: 'form.open' });
};
const typed = async (world: World) => {
  await writing(world);
  world.actor.send({ type: 'rating.choose', rating: 5 });
  world.actor.send({ type: 'comment.change', comment: 'Good' });
};
const guest = { user: null };
const kept = (draft: object) => ({ user: jane._id, product: 'p1', rating: 0, title: '', comment: '', ...draft });
const LIST = { sent: 'listReviews', params: { productId: 'p1' }, query: { page: '1', limit: '10' } };
const NONE = { reviews: [], pagination: { page: 1, limit: 10, total: 0, pages: 0 } };
const signedIn = (draft: object) => ({ heard: { type: 'session.signedIn', shopper: jane._id, draft } });
const signOut: Act = ({ app }) =>
  app.session.send({ type: 'request.unauthorized', access: 'customer', path: '/reviews/p1', token: 'T' });
const SIGNED_OUT = [
  { session: { type: 'request.unauthorized', access: 'customer', path: '/reviews/p1', token: 'T' } },
  { removed: 'token' },
  { removed: 'user' },
  { heard: { type: 'session.ended' } },
];

walkArea('reviews', () => {
  call('reviews', 'loadReviews', {
    world: guest,
    act: open(null),
    does: [{ heard: { type: 'session.ended' } }, LIST, { done: 'loadReviews', output: NONE }],
  });
  call('reviews', 'askMay', {
    act: open(),
    hangs: 'canReview',
    waits: [
      signedIn(EMPTY_DRAFT),
      { ...LIST, token: 'T' },
      { sent: 'canReview', params: { productId: 'p1' }, token: 'T' },
      { done: 'loadReviews', output: NONE },
    ],
    does: [
      signedIn(EMPTY_DRAFT),
      { ...LIST, token: 'T' },
      { sent: 'canReview', params: { productId: 'p1' }, token: 'T' },
      { done: 'loadReviews', output: NONE },
      { done: 'askMay', output: { canReview: true, reason: undefined } },
    ],
  });
  call('reviews', 'sendReview', {
    open: typed,
    act: ({ actor }) => actor.send({ type: 'form.submit' }),
    hangs: 'writeReview',
    does: [
      { sent: 'writeReview', params: { productId: 'p1' }, body: { rating: 5, comment: 'Good' }, token: 'T' },
      {
        done: 'sendReview',
        output: {
          _id: 'r1',
          rating: 5,
          comment: 'Good',
          title: null,
          verified: false,
          createdAt: new Date(START).toISOString(),
          user: { name: jane.name, avatar: null },
        },
      },
      { removed: 'reviewDraft' },
      { ...LIST, token: 'T' },
      { done: 'loadReviews', output: NONE },
    ],
  });
  listener('reviews', 'watchSession', {
    world: { stored: { reviewDraft: kept({ rating: 4, comment: 'Typed before' }) } },
    act: (world) => {
      world.server.answer('listReviews', 'never');
      world.server.answer('canReview', 'never');
      return open()(world);
    },
    starts: [
      signedIn({ rating: 4, title: '', comment: 'Typed before' }),
      { ...LIST, token: 'T' },
      { sent: 'canReview', params: { productId: 'p1' }, token: 'T' },
    ],
    listening: ['session'],
    hears: [[signOut, [...SIGNED_OUT, { aborted: 'canReview' }]]],
    leaves: [{ aborted: 'listReviews' }],
  });
  effect('reviews', 'keepDraft', {
    open: writing,
    act: ({ actor }) => actor.send({ type: 'comment.change', comment: 'Good' }),
    does: [{ stored: 'reviewDraft', value: kept({ comment: 'Good' }) }],
    next: [[({ actor }) => actor.send({ type: 'comment.change', comment: '' }), [{ removed: 'reviewDraft' }]]],
  });
});
