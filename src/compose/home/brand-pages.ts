import { brandCarouselMachine } from '../../machines/home/brand-carousel.machine.ts';

export function brandPagesMachines() {
  return { brandCarousel: brandCarouselMachine };
}
