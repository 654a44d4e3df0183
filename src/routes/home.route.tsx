import { useActorRef } from '@xstate/react';
import { FEATURED_REQUEST, NEW_ARRIVALS_REQUEST } from '../rules/home.ts';
import { shop } from '../../contract/shop.config.ts';
import { homeMachines } from '../compose/home.ts';
import { HomeSectionView } from '../views/home/home-section.view.tsx';
import { HomeView } from '../views/home/home.view.tsx';
import { HydrationBoundary } from '../views/parts/hydration-boundary.tsx';
import { Head } from '../views/parts/head.tsx';
import { useMachines } from './app-context.tsx';
import { connect, useSnapshot } from './connect.tsx';
import { usePageData } from './page-data.ts';
import { useInCart } from './in-cart.ts';
import type { PageCall } from './page-data.ts';
import { paths } from '../rules/paths.ts';
import { useTopCategories } from './top-categories.tsx';

const Section = connect(HomeSectionView);

export function calls(): readonly PageCall[] {
  return [
    { path: '/products', request: NEW_ARRIVALS_REQUEST },
    { path: '/products', request: FEATURED_REQUEST },
  ];
}

/** / */
export default function HomeRoute() {
  const machines = useMachines(homeMachines);
  const newest = usePageData('/products', NEW_ARRIVALS_REQUEST)?.data.products ?? null;
  const best = usePageData('/products', FEATURED_REQUEST)?.data.products ?? null;
  const newArrivals = useActorRef(machines.homeSection, { input: { section: 'newArrivals', loaded: newest } });
  const featured = useActorRef(machines.homeSection, { input: { section: 'featured', loaded: best } });
  const heroes = useSnapshot(featured).context.products ?? [];
  const inCart = useInCart();
  return (
    <>
      <Head
        canonical={paths.home}
        description={`${shop.tagline}: phones, laptops, TVs and appliances with 24H delivery, affordable prices and support 24/7.`}
      />
      <HomeView
        heroes={heroes}
        categories={useTopCategories()}
        newArrivals={
          <HydrationBoundary>
            <Section actor={newArrivals} isFirst inCart={inCart} />
          </HydrationBoundary>
        }
        featured={
          <HydrationBoundary>
            <Section actor={featured} inCart={inCart} />
          </HydrationBoundary>
        }
      />
    </>
  );
}
