import { fromPromise } from 'xstate';
import { homeSectionMachine } from '../../machines/home/home-section.machine.ts';
import {
  BANNERS_REQUEST,
  FEATURED_REQUEST,
  toFlashContent,
  NEW_ARRIVALS_REQUEST,
  POPULAR_REQUEST,
} from '../../rules/home/home.ts';
import type { HomeSectionName, SectionContent } from '../../rules/home/home.ts';
import { flashCountdown } from './flash-countdown.ts';
import { flashDeals } from './flash-deals.ts';
import { catalogueService } from '../catalogue-service.ts';
import type { ComposeEnv } from '../env.ts';

export function homeMachines(env: ComposeEnv) {
  const catalogue = catalogueService(env);
  const load: Readonly<Record<HomeSectionName, (signal: AbortSignal) => Promise<SectionContent>>> = {
    hero: async (signal) => ({ banners: await (await catalogue()).banners(BANNERS_REQUEST, signal) }),
    flash: async (signal) => toFlashContent(await flashDeals(env)(signal)),
    newArrivals: async (signal) => (await catalogue()).list(NEW_ARRIVALS_REQUEST, signal),
    brands: async (signal) => ({ brands: await (await catalogue()).brands(signal) }),
    popular: async (signal) => ({ products: await (await catalogue()).popular(POPULAR_REQUEST, signal) }),
    featured: async (signal) => (await catalogue()).list(FEATURED_REQUEST, signal),
  };

  const homeSection = homeSectionMachine.provide({
    actors: {
      loadContent: fromPromise(({ input, signal }) => load[input.section](signal)),
      flashCountdown: flashCountdown(env),
    },
    actions: { addToCart: (_, { product }) => env.cart().send({ type: 'product.add', product }) },
  });

  return { homeSection, flashCountdown: flashCountdown(env) };
}
