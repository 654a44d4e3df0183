import type { ReactNode } from 'react';
import type { reviewsMachine } from '../../machines/catalogue/reviews.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { FocusOnMount } from '../parts/focus-on-mount.tsx';
import { Link } from '../parts/link.tsx';
import { Notice } from '../parts/notice.tsx';
import { RetryButton } from '../parts/retry-button.tsx';
import type { ViewProps } from '../view.ts';
import { ReviewForm } from './review-form.tsx';
import * as styles from './reviews.css.ts';
import * as texts from '../../texts/catalogue.ts';

type Props = ViewProps<typeof reviewsMachine> & { readonly origin: string };

/** The review form, or why the shopper cannot write a review (§4, §8 Reviews). */
export function WriteReview({ snapshot, send, origin }: Props) {
  const { may } = snapshot.value;
  if (typeof may === 'object') {
    if (may.allowed !== 'closed')
      return (
        <FocusOnMount>
          <ReviewForm snapshot={snapshot} send={send} />
        </FocusOnMount>
      );
    return (
      <Reason>
        <Button onClick={() => send({ type: 'form.open' })} data-write-review>
          {texts.writeAReview}
        </Button>
      </Reason>
    );
  }
  switch (may) {
    case 'guest':
      return (
        <Reason>
          <p>
            <Link to={paths.login} state={{ origin }}>
              {texts.logInToReview}
            </Link>
          </p>
        </Reason>
      );
    case 'mustPurchase':
      return (
        <Reason>
          <p>{texts.purchaseFirst}</p>
          <p className={styles.note}>{texts.purchasersOnly}</p>
        </Reason>
      );
    case 'alreadyReviewed':
      return (
        <Reason>
          {snapshot.context.isSent && (
            <FocusHere>
              <Notice tone="good">{texts.thankYou}</Notice>
            </FocusHere>
          )}
          <p>{texts.alreadyReviewed}</p>
        </Reason>
      );
    case 'notNow':
      return (
        <Reason>
          <p>{texts.cannotReview}</p>
        </Reason>
      );
    case 'unknown':
      return (
        <Alert problem={snapshot.context.mayProblem}>
          <RetryButton onRetry={() => send({ type: 'may.retry' })} />
        </Alert>
      );
    default:
      return (
        <Reason>
          <Button busy>{texts.writeAReview}</Button>
        </Reason>
      );
  }
}

function Reason({ children }: { readonly children: ReactNode }) {
  return <div className={styles.may}>{children}</div>;
}
