import { lazy, Suspense, useState } from 'react';
import type { ComponentType } from 'react';
import { problem } from '../rules/failure.ts';
import { Alert } from '../views/parts/alert.tsx';
import { PageSpinner } from '../views/parts/spinner.tsx';
import type { ReviewsProps } from './reviews.tsx';

const Reviews = lazy<ComponentType<ReviewsProps>>(() =>
  import('./reviews.tsx').catch(() => ({ default: () => <Alert problem={problem('Failed to load reviews')} /> })),
);

/** The reviews from their tab's first opening on: what is typed there outlives a look at the other tab. */
export function ReviewsTab({ isOpen, ...props }: ReviewsProps & { readonly isOpen: boolean }) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <div hidden={!isOpen}>
      <Suspense fallback={<PageSpinner label="Loading reviews" />}>
        <Reviews {...props} />
      </Suspense>
    </div>
  );
}
