import type { ReactNode } from 'react';
import { brandCarouselMachine } from '../../../src/machines/home/brand-carousel.machine.ts';
import { heroCarouselMachine } from '../../../src/machines/home/hero-carousel.machine.ts';
import type { homeSectionMachine } from '../../../src/machines/home/home-section.machine.ts';
import { BrandCarouselView } from '../../../src/views/home/brand-carousel.view.tsx';
import { HeroCarouselView } from '../../../src/views/home/hero-carousel.view.tsx';
import { HomeSectionView } from '../../../src/views/home/home-section.view.tsx';
import { getInitialSnapshot, renderNested } from 'model-testing/view/nested';
import type { MachineView } from 'model-testing/view/screen';
import { IN_CART } from '../support/catalogue.samples.ts';
import { flashCountdownView } from '../flash-countdown/flash-countdown.view.tsx';

type View = MachineView<typeof homeSectionMachine>;

const quiet = () => undefined;

/** The initial carousel of a section that is ready. It has its own flow. */
function carousel({ context: { content } }: Parameters<View>[0]) {
  const { banners, brands } = content ?? {};
  if (banners !== undefined) {
    const start = getInitialSnapshot(heroCarouselMachine, { count: banners.length });
    return <HeroCarouselView snapshot={start} send={quiet} banners={banners} />;
  }
  if (brands === undefined) return null;
  const start = getInitialSnapshot(brandCarouselMachine, { count: brands.length });
  return <BrandCarouselView snapshot={start} send={quiet} brands={brands} />;
}

const hasContent = (part: ReactNode) => part !== null && part !== false;

interface Parts {
  /** The banners or brands of a section that is ready. */
  readonly inside: ReactNode;
  readonly clock: ReactNode;
}

/** Renders the section with the given parts, each of which has its own flow. */
export const homeSectionWith =
  (partsOf: (snapshot: Parameters<View>[0]) => Parts): View =>
  (snapshot, send) => {
    const { inside, clock } = partsOf(snapshot);
    return (
      <HomeSectionView
        snapshot={snapshot}
        send={send}
        inCart={IN_CART}
        {...(hasContent(inside) && { inside })}
        {...(hasContent(clock) && { clock })}
      />
    );
  };

export const homeSectionView = homeSectionWith((snapshot) => ({
  inside: carousel(snapshot),
  clock: renderNested(snapshot.children.flashCountdown, flashCountdownView),
}));
