import type { brandCarouselMachine } from '../../../src/machines/home/brand-carousel.machine.ts';
import { BrandCarouselView } from '../../../src/views/home/brand-carousel.view.tsx';
import { brands } from '../support/home.samples.ts';
import type { MachineView } from 'model-testing/view/screen';

export const brandCarouselView: MachineView<typeof brandCarouselMachine> = (snapshot, send) => (
  <BrandCarouselView snapshot={snapshot} send={send} brands={brands(snapshot.context.count)} />
);
