import { heroCarouselMachine } from '../../machines/home/hero-carousel.machine.ts';
import type { HeroCarouselEvent } from '../../machines/home/hero-carousel.machine.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, stopAll, watchActor } from '../listen.ts';

const PAGE = { visible: { type: 'page.visible' }, hidden: { type: 'page.hidden' } } as const;
const MOTION = { true: { type: 'motion.reduced' }, false: { type: 'motion.allowed' } } as const;

export function carouselMachines(env: ComposeEnv) {
  const heroCarousel = heroCarouselMachine.provide({
    actors: {
      watchPage: createListener<HeroCarouselEvent>((send) =>
        stopAll(
          env.onMedia('(prefers-reduced-motion: reduce)', (isReduced) => send(MOTION[`${isReduced}`])),
          watchActor(
            env.connection(),
            ({ value }) => value.page,
            (page) => send(PAGE[page]),
            'visible',
          ),
        ),
      ),
    },
  });

  return { heroCarousel };
}
