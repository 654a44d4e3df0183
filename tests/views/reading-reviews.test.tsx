// @vitest-environment happy-dom
import { describe, test } from 'vitest';
import { ReviewList } from '../../src/views/products/review-list.tsx';
import { reviewNo } from '../models/reviews.samples.ts';
import { expectReading, ignore } from './reads.tsx';

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
});
