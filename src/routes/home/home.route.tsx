import { useSelector } from '@xstate/react';
import { shop } from '../../../contract/shop.config.ts';
import { homeMachines } from '../../compose/home/home.ts';
import {
  BANNERS_REQUEST,
  FEATURED_REQUEST,
  toFlashContent,
  NEW_ARRIVALS_REQUEST,
  POPULAR_REQUEST,
} from '../../rules/home/home.ts';
import type { HomeSectionName, SectionContent } from '../../rules/home/home.ts';
import { paths } from '../../rules/paths.ts';
import { FlashCountdownView } from '../../views/home/flash-countdown.view.tsx';
import { HomeSectionView } from '../../views/home/home-section.view.tsx';
import { HomeView } from '../../views/home/home.view.tsx';
import { Head } from '../../views/parts/head.tsx';
import { HydrationBoundary } from '../../views/parts/hydration-boundary.tsx';
import { useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { useInCart } from '../cart/in-cart.ts';
import { latePart } from '../late-part.tsx';
import { useRememberedList } from '../listed-products.ts';
import { useFirstNow, usePageData } from '../page-data.ts';
import type { PageCall } from '../page-data.ts';
import { useRootActor } from '../root-actor.ts';
import { Banners } from './banners.tsx';
import * as texts from '../../texts/home.ts';

const Section = connect(HomeSectionView);
const BrandPages = latePart(() => import('./brand-pages.late.tsx'));
const Countdown = connect(FlashCountdownView);

/** A section that fails never takes the page down. */
export const hasIndependentParts = true;

export function calls(): readonly PageCall[] {
  return [
    { path: '/banners', request: BANNERS_REQUEST },
    { path: '/deals/flash', request: {} },
    { path: '/products', request: NEW_ARRIVALS_REQUEST },
    { path: '/brands', request: {} },
    { path: '/orders/frequently-bought', request: POPULAR_REQUEST },
    { path: '/products', request: FEATURED_REQUEST },
  ];
}

/** / */
export default function HomeRoute() {
  const loaded = useLoadedSections();
  return (
    <>
      <Head canonical={paths.home} description={texts.pageDescription(shop.tagline)} />
      <HomeView
        hero={<HomeSection section="hero" loaded={loaded.hero} />}
        flash={<HomeSection section="flash" loaded={loaded.flash} />}
        newArrivals={<HomeSection section="newArrivals" loaded={loaded.newArrivals} />}
        brands={<HomeSection section="brands" loaded={loaded.brands} />}
        popular={<HomeSection section="popular" loaded={loaded.popular} />}
        featured={<HomeSection section="featured" loaded={loaded.featured} />}
      />
    </>
  );
}

/** Returns the content that arrived with the page, by section. */
function useLoadedSections(): Readonly<Record<HomeSectionName, SectionContent | null>> {
  const now = useFirstNow();
  const hero = usePageData('/banners', BANNERS_REQUEST);
  const flash = usePageData('/deals/flash', {});
  const newArrivals = usePageData('/products', NEW_ARRIVALS_REQUEST);
  const brands = usePageData('/brands', {});
  const popular = usePageData('/orders/frequently-bought', POPULAR_REQUEST);
  const featured = usePageData('/products', FEATURED_REQUEST);
  return {
    hero: hero?.data ?? null,
    flash: flash === null || now === null ? null : toFlashContent({ deals: flash.data.flashDeals, now }),
    newArrivals: newArrivals?.data ?? null,
    brands: brands?.data ?? null,
    popular: popular?.data ?? null,
    featured: featured?.data ?? null,
  };
}

interface HomeSectionProps {
  readonly section: HomeSectionName;
  readonly loaded: SectionContent | null;
}

function HomeSection(props: HomeSectionProps) {
  return (
    <HydrationBoundary>
      <Running {...props} />
    </HydrationBoundary>
  );
}

/** Inside the boundary: a clock that ran before its part hydrates would show a different time than the server did. */
function Running({ section, loaded }: HomeSectionProps) {
  const machines = useMachines(homeMachines);
  const actor = useRootActor(machines.homeSection, { input: { section, loaded } });
  const { banners, brands, products = null } = useSelector(actor, ({ context }) => context.content) ?? {};
  useRememberedList(section, products);
  const { flashCountdown } = useSelector(actor, ({ children }) => children);
  const inCart = useInCart();
  return (
    <Section
      actor={actor}
      inCart={inCart}
      {...(banners !== undefined && { inside: <Banners banners={banners} /> })}
      {...(brands !== undefined && { inside: <BrandPages brands={brands} /> })}
      {...(flashCountdown !== undefined && { clock: <Countdown actor={flashCountdown} /> })}
    />
  );
}
