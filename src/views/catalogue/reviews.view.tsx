import type { reviewsMachine } from '../../machines/catalogue/reviews.machine.ts';
import { getDisplayedSummary, STARS } from '../../rules/catalogue/reviews.ts';
import type { DisplayedSummary } from '../../rules/catalogue/reviews.ts';
import { Alert } from '../parts/alert.tsx';
import { List } from '../parts/list.tsx';
import { RetryButton } from '../parts/retry-button.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { Stars } from '../parts/stars.tsx';
import type { ViewProps } from '../view.ts';
import { ReviewList } from './review-list.tsx';
import { WriteReview } from './write-review.tsx';
import * as styles from './reviews.css.ts';
import * as texts from '../../texts/catalogue.ts';

type Props = ViewProps<typeof reviewsMachine> & {
  /** This page's address with the reviews open, to return to after the login. */
  readonly origin: string;
};

/** Reviews of a product: average, breakdown, list, and the form (§2 Reviews section). */
export function ReviewsView({ snapshot, send, origin }: Props) {
  const { reviews, summary, total, listProblem } = snapshot.context;
  const isEmpty = snapshot.matches({ list: 'empty' });
  return (
    <div className={styles.reviews}>
      <div className={styles.aside}>
        {reviews.length > 0 && <Summary {...getDisplayedSummary(summary, reviews, total)} />}
        <section aria-label={texts.yourReview}>
          <WriteReview snapshot={snapshot} send={send} origin={origin} />
        </section>
      </div>
      <section className={styles.main} aria-label={texts.reviews}>
        {snapshot.matches({ list: 'loading' }) && (
          <div className={styles.waiting}>
            <Spinner label={texts.loadingReviews} />
          </div>
        )}
        {isEmpty && <p>{texts.noReviewsYet}</p>}
        {reviews.length > 0 && (
          <ReviewList
            reviews={reviews}
            total={total}
            canLoadMore={snapshot.can({ type: 'list.more' })}
            isLoadingMore={snapshot.matches({ list: 'loadingMore' })}
            onMore={() => send({ type: 'list.more' })}
          />
        )}
        <Alert problem={listProblem}>
          {snapshot.can({ type: 'list.retry' }) && <RetryButton onRetry={() => send({ type: 'list.retry' })} />}
        </Alert>
      </section>
    </div>
  );
}

function Summary({ average, total, perStar, from }: DisplayedSummary) {
  const counted = Math.max(
    1,
    Object.values(perStar).reduce((sum, count) => sum + count, 0),
  );
  return (
    <section className={styles.summary} aria-label={texts.summaryOfTheReviews}>
      <p className={styles.average}>
        <span className={styles.number} aria-hidden="true">
          {average.toFixed(1)}
        </span>
        <span>
          <Stars rating={average} />
          <span className={styles.note}>{` ${total === 1 ? texts.oneReview : texts.severalReviews(total)}`}</span>
        </span>
      </p>
      <List className={styles.breakdown}>
        {STARS.map((stars) => (
          <li key={stars} className={styles.perStar}>
            <span>{stars === 1 ? texts.oneStar : texts.severalStars(stars)}</span>
            <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect className={styles.track} width="100" height="8" />
              <rect className={styles.filled} width={(100 * perStar[stars]) / counted} height="8" />
            </svg>
            <span className={styles.count}>{perStar[stars]}</span>
          </li>
        ))}
      </List>
      {from !== null && <p className={styles.note}>{texts.fromLoaded(from)}</p>}
    </section>
  );
}
