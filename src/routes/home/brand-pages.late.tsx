import type { Brand } from '../../../contract/catalogue.ts';
import { brandPagesMachines } from '../../compose/home/brand-pages.ts';
import { BrandCarouselView } from '../../views/home/brand-carousel.view.tsx';
import { useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';

const Brands = connect(BrandCarouselView);

/** The brands, six at a time. Their code arrives after the page has hydrated. */
export default function BrandPages({ brands }: { readonly brands: readonly Brand[] }) {
  const { brandCarousel } = useMachines(brandPagesMachines);
  return <Brands actor={useRootActor(brandCarousel, { input: { count: brands.length } })} brands={brands} />;
}
