import { useCallback, useEffect, useState } from 'react';
import { productDetailMachines } from '../../compose/catalogue/product-detail.ts';
import { Head } from '../../views/parts/head.tsx';
import { MemoSubtree } from '../../views/parts/memo-subtree.tsx';
import { Page } from '../../views/parts/page.tsx';
import { ProductDetailView } from '../../views/catalogue/product-detail.view.tsx';
import { useMachines } from '../app-context.tsx';
import { connect, useSnapshot } from '../connect.tsx';
import type { RoutePlace, RouteProps } from '../lazy-route.tsx';
import { useListedProduct } from '../listed-products.ts';
import { useIsMissing, usePageData } from '../page-data.ts';
import type { PageCall } from '../page-data.ts';
import { ReviewsTab } from './reviews-tab.tsx';
import type { RatedProduct } from './reviews.tsx';
import { excerpt } from '../../rules/catalogue/excerpt.ts';
import { paths } from '../../rules/paths.ts';
import { useRootActor } from '../root-actor.ts';
import * as texts from '../../texts/catalogue.ts';

const ProductDetail = connect(ProductDetailView);
/** Length of a description that search engines show. Characters. */
const DESCRIPTION_LENGTH = 160;

export function calls({ params: { idOrSlug = '' } }: RoutePlace): readonly PageCall[] {
  return idOrSlug === '' ? [] : [{ path: '/products/:idOrSlug', request: { idOrSlug } }];
}

/** /product/{id or slug} and /products/{slug}: one page, whose canonical address is /product/{slug} (A1). */
export default function ProductDetailRoute({ params: { idOrSlug = '' } }: RouteProps) {
  const machines = useMachines(productDetailMachines);
  const reply = usePageData('/products/:idOrSlug', { idOrSlug });
  const isMissing = useIsMissing('/products/:idOrSlug', { idOrSlug });
  const listed = useListedProduct(idOrSlug);
  const detail = useRootActor(machines.productDetail, {
    input: { idOrSlug, loaded: reply?.data.product ?? listed, isMissing },
  });
  useEffect(() => detail.send({ type: 'address.changed', idOrSlug }), [detail, idOrSlug]);
  const openReviews = useCallback(() => detail.send({ type: 'tab.reviews' }), [detail]);
  const snapshot = useSnapshot(detail);
  const { product } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const [rated, setRated] = useState<RatedProduct | null>(null);
  return (
    <Page>
      <MemoSubtree deps={[product, isBusy]}>
        {() =>
          product === null ? (
            <Head title={isBusy ? texts.product : texts.productNotFound} indexed={false} />
          ) : (
            <Head
              title={product.name}
              description={excerpt(product.description, DESCRIPTION_LENGTH)}
              canonical={paths.product(product.slug)}
            />
          )
        }
      </MemoSubtree>
      <ProductDetail
        actor={detail}
        rated={rated?.productId === product?._id ? rated : null}
        reviews={
          product !== null && (
            <ReviewsTab
              productId={product._id}
              origin={paths.reviews(product.slug)}
              isOpen={snapshot.matches({ ready: { tab: 'reviews' } })}
              onAsked={openReviews}
              onSummary={setRated}
            />
          )
        }
      />
    </Page>
  );
}
