import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { getQueryText } from '../../rules/address-text.ts';
import { createProblem } from '../../rules/failure.ts';
import { Alert } from '../../views/parts/alert.tsx';
import { PageSpinner } from '../../views/parts/spinner.tsx';
import type { ReviewsProps } from './reviews.tsx';
import * as texts from '../../texts/catalogue.ts';

const Reviews = lazy<ComponentType<ReviewsProps>>(() =>
  import('./reviews.tsx').catch(() => ({
    default: () => <Alert problem={createProblem(texts.failedToLoadReviews)} />,
  })),
);

interface ReviewsTabProps extends ReviewsProps {
  readonly isOpen: boolean;
  /** Called when the address opens the reviews, e.g. after a login that the shopper started there. */
  readonly onAsked: () => void;
}

/**
 * Mounts the reviews when their tab first opens, and keeps them mounted so that typed text survives a look at the other
 * tab.
 */
export function ReviewsTab({ isOpen, onAsked, ...props }: ReviewsTabProps) {
  const isAsked = getQueryText(useLocation().search, 'tab') === 'reviews';
  useLayoutEffect(() => {
    if (isAsked) onAsked();
  }, [isAsked, onAsked]);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <div hidden={!isOpen}>
      <Suspense fallback={<PageSpinner label={texts.loadingReviews} />}>
        <Reviews {...props} />
      </Suspense>
    </div>
  );
}
