import { useEffect } from 'react';
import { reviewsMachines } from '../../compose/catalogue/reviews.ts';
import { getShopperId } from '../../rules/account/session.ts';
import type { DisplayedSummary } from '../../rules/catalogue/reviews.ts';
import { ReviewsView } from '../../views/catalogue/reviews.view.tsx';
import { useApp, useMachines } from '../app-context.tsx';
import { useSnapshot } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';

export interface ReviewsProps {
  readonly productId: string;
  /** The page's own address, with the reviews open. */
  readonly origin: string;
  /** Called with the summary of all reviews of the product after each reply of the server. */
  readonly onSummary: (rated: RatedProduct) => void;
}

/** Summary of a product's reviews. */
export interface RatedProduct extends Pick<DisplayedSummary, 'average' | 'total'> {
  readonly productId: string;
}

/** The reviews of one product. Their code arrives when the tab is opened. */
export default function Reviews({ productId, origin, onSummary }: ReviewsProps) {
  const { session } = useApp();
  const reviews = useRootActor(useMachines(reviewsMachines).reviews, {
    input: { productId, shopper: getShopperId(session.getSnapshot()) },
  });
  const snapshot = useSnapshot(reviews);
  const { summary } = snapshot.context;
  useEffect(() => {
    if (summary !== null) onSummary({ ...summary, productId });
  }, [summary, productId, onSummary]);
  return <ReviewsView snapshot={snapshot} send={reviews.send} origin={origin} />;
}
