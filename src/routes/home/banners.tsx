import type { Banner } from '../../../contract/catalogue.ts';
import { carouselMachines } from '../../compose/home/carousels.ts';
import { HeroCarouselView } from '../../views/home/hero-carousel.view.tsx';
import { useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';

const Hero = connect(HeroCarouselView);

export function Banners({ banners }: { readonly banners: readonly Banner[] }) {
  const { heroCarousel } = useMachines(carouselMachines);
  return <Hero actor={useRootActor(heroCarousel, { input: { count: banners.length } })} banners={banners} />;
}
