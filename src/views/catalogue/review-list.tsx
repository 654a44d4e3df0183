import type { Review } from '../../../contract/reviews.ts';
import { REVIEWS_PAGE } from '../../../contract/rules/review-limits.ts';
import { formatNairobiTime } from '../format/date.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { List } from '../parts/list.tsx';
import { Picture } from '../parts/picture.tsx';
import { Stars } from '../parts/stars.tsx';
import * as styles from './reviews.css.ts';
import * as texts from '../../texts/catalogue.ts';

interface ReviewListProps {
  readonly reviews: readonly Review[];
  readonly total: number;
  readonly canLoadMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
}

/** The loaded reviews, newest first, and the button for more. */
export function ReviewList({ reviews, total, canLoadMore, isLoadingMore, onMore }: ReviewListProps) {
  return (
    <>
      <List className={styles.list}>
        {reviews.map((review) => (
          <ReviewItem key={review._id} review={review} />
        ))}
      </List>
      {canLoadMore || isLoadingMore ? (
        <div className={styles.actions}>
          <Button look="secondary" busy={isLoadingMore} onClick={onMore}>
            {texts.loadMoreReviews}
          </Button>
        </div>
      ) : (
        reviews.length > REVIEWS_PAGE && (
          // Takes the focus when the button disappears.
          <FocusHere className={styles.note}>{texts.allReviewsShown(total)}</FocusHere>
        )
      )}
    </>
  );
}

function ReviewItem({ review: { rating, title, comment, verified, createdAt, user } }: { readonly review: Review }) {
  return (
    <li className={styles.review}>
      <div className={styles.head}>
        <Stars rating={rating} />
        {title != null && title !== '' && <h3 className={styles.title}>{title}</h3>}
      </div>
      <p className={styles.comment}>{comment}</p>
      <p className={styles.by}>
        <span className={styles.author}>
          <span className={styles.avatar}>
            <Picture src={user.avatar ?? undefined} alt="" sizes="32px" shape="round" />
          </span>
          <span>{user.name}</span>
        </span>
        <time dateTime={createdAt}>{formatNairobiTime(createdAt).split(',')[0]}</time>
        {verified && <Badge tone="good">{texts.verifiedPurchase}</Badge>}
      </p>
    </li>
  );
}
