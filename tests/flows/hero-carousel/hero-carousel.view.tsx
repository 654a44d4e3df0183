import type { heroCarouselMachine } from '../../../src/machines/home/hero-carousel.machine.ts';
import { HeroCarouselView } from '../../../src/views/home/hero-carousel.view.tsx';
import { banners } from '../support/home.samples.ts';
import type { MachineView } from 'model-testing/view/screen';

/** Renders as many banners as the machine counts. */
export const heroCarouselView: MachineView<typeof heroCarouselMachine> = (snapshot, send) => (
  <HeroCarouselView snapshot={snapshot} send={send} banners={banners(snapshot.context.count)} />
);
