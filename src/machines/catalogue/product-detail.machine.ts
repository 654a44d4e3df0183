import { assign, setup } from 'xstate';
import type { Product } from '../../../contract/catalogue.ts';
import { limitQuantity } from '../../rules/cart/cart.ts';
import { toFailedCall, toListedProblem, createProblem } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import { assertPresent } from '../../rules/required.ts';
import { given, withEvent, withOutput } from '../parts.ts';
import type { EventScope, Failure } from '../parts.ts';
import { callSlot, effectSlot, notProvided, slot } from '../slots.ts';
import * as texts from '../../texts/catalogue.ts';

/** One product's page: the product by id or slug (A1), its pictures, quantity and purchase. */

export interface ProductDetailInput {
  /** The last part of the address; may be empty. */
  readonly idOrSlug: string;
  /** The product that the server rendered, or `null` to fetch it. */
  readonly loaded: Product | null;
  /** The server looked and found no product (A13). */
  readonly isMissing: boolean;
}

export interface ProductDetailContext {
  readonly idOrSlug: string;
  readonly product: Product | null;
  /** Why there is no product. */
  readonly reason: Problem | null;
  /** Pieces, at least 1. */
  readonly quantity: number;
  /** Index of the large picture. */
  readonly picture: number;
}

export type ProductDetailEvent =
  | { readonly type: 'address.changed'; readonly idOrSlug: string }
  | { readonly type: 'picture.pick'; readonly index: number }
  | { readonly type: 'quantity.change'; readonly quantity: number }
  | { readonly type: 'tab.specifications' }
  | { readonly type: 'tab.reviews' }
  | { readonly type: 'cart.add' }
  | { readonly type: 'order.now' };

interface Choice {
  readonly product: Product;
  readonly quantity: number;
}

export const productDetailMachine = setup({
  types: {
    input: {} as ProductDetailInput,
    context: {} as ProductDetailContext,
    events: {} as ProductDetailEvent,
    tags: {} as 'busy',
  },
  actors: { loadProduct: callSlot<Product, { idOrSlug: string }>() },
  actions: {
    addToCart: effectSlot<Choice>(),
    goToCart: notProvided,
    goToCheckout: notProvided,
    goHome: notProvided,
    setAddress: assign({
      idOrSlug: (_, params: { idOrSlug: string }) => params.idOrSlug,
      product: null,
      reason: null,
      quantity: 1,
      picture: 0,
    }),
    setProduct: assign({ product: (_, product: Product) => product }),
    setReason: assign({ reason: (_, params: { reason: Problem }) => params.reason }),
    setPicture: assign({ picture: (_, params: { index: number }) => params.index }),
    setQuantity: assign({
      quantity: ({ context }, params: { quantity: number }) => getLimitedQuantity(context, params.quantity),
    }),
  },
  guards: {
    hasNoAddress: ({ context }) => context.idOrSlug === '',
    hasProduct: ({ context }) => context.product !== null,
    hasReason: ({ context }) => context.reason !== null,
    isOtherAddress: ({ context }, params: { idOrSlug: string }) => context.idOrSlug !== params.idOrSlug,
    isPicture: ({ context }, params: { index: number }) => context.product?.images[params.index] !== undefined,
    isInStock: ({ context }) => isInStock(context),
    isOtherQuantity: ({ context }, params: { quantity: number }) =>
      isInStock(context) && getLimitedQuantity(context, params.quantity) !== context.quantity,
  },
}).createMachine({
  id: 'productDetail',
  description: 'The page of one product.',
  context: ({ input }) => ({
    idOrSlug: input.idOrSlug,
    product: input.loaded,
    reason: input.isMissing ? createProblem(MISSING) : null,
    quantity: 1,
    picture: 0,
  }),
  initial: 'deciding',
  on: {
    'address.changed': {
      description: 'The address names another product.',
      guard: withEvent('isOtherAddress'),
      target: '.deciding',
      actions: withEvent('setAddress'),
    },
  },
  states: {
    deciding: {
      description: 'Decides whether the product came with the page.',
      always: [
        { description: 'The address names no product (A13).', guard: 'hasNoAddress', target: 'redirectedHome' },
        { description: 'The server has already found no such product.', guard: 'hasReason', target: 'notFound' },
        { description: 'The product came with the page.', guard: 'hasProduct', target: 'ready' },
        { description: 'The product is not known yet.', target: 'loading' },
      ],
    },
    loading: {
      description: 'The product is loading. Replies to earlier addresses are dropped.',
      tags: 'busy',
      invoke: {
        ...slot('loadProduct'),
        input: ({ context }) => ({ idOrSlug: context.idOrSlug }),
        onDone: { target: 'ready', actions: withOutput('setProduct') },
        onError: { target: 'notFound', actions: given('setReason', toProductProblem) },
      },
    },
    ready: {
      description: 'The product is shown.',
      type: 'parallel',
      on: {
        'picture.pick': {
          description: 'The product has a picture at this position.',
          guard: withEvent('isPicture'),
          actions: withEvent('setPicture'),
        },
        'quantity.change': {
          description: 'The product is in stock, and the new quantity fits the stock (U17).',
          guard: withEvent('isOtherQuantity'),
          actions: withEvent('setQuantity'),
        },
      },
      states: {
        tab: {
          description: 'Which of the two tabs is open.',
          initial: 'specifications',
          states: {
            specifications: {
              description: 'The list of specifications.',
              on: { 'tab.reviews': 'reviews' },
            },
            reviews: {
              description: 'The reviews of buyers.',
              on: { 'tab.specifications': 'specifications' },
            },
          },
        },
        buying: {
          description: 'Whether the product was added. A second click adds nothing.',
          initial: 'open',
          states: {
            open: {
              description: 'The product can be added.',
              on: {
                'cart.add': {
                  description: 'The product is in stock, or its stock is unknown (U17).',
                  guard: 'isInStock',
                  target: 'taken',
                  actions: [{ type: 'addToCart', params: ({ context }) => getChosenProduct(context) }, 'goToCart'],
                },
                'order.now': {
                  description: 'The product is in stock, or its stock is unknown (U17).',
                  guard: 'isInStock',
                  target: 'taken',
                  actions: [{ type: 'addToCart', params: ({ context }) => getChosenProduct(context) }, 'goToCheckout'],
                },
              },
            },
            taken: { description: 'The product is in the cart, and the shopper is on the way to cart or checkout.' },
          },
        },
      },
    },
    notFound: { description: 'The product does not exist or could not be loaded.' },
    redirectedHome: {
      description: 'The address names no product, so the shopper goes to the home page.',
      entry: 'goHome',
    },
  },
});

/** Shown below the heading 'Product Not Found', which already says enough (A13, X35). */
const MISSING = texts.productNotFoundReason;

/** An unknown stock is no limit (U17). */
function isInStock({ product }: ProductDetailContext): boolean {
  return product?.stock == null || product.stock > 0;
}

/** Limits a quantity to 1 and the stock, if that is known and above 0 (U17). */
function getLimitedQuantity({ product }: ProductDetailContext, quantity: number): number {
  return limitQuantity(quantity, product?.stock ?? null);
}

function getChosenProduct({ product, quantity }: ProductDetailContext): Choice {
  return { product: assertPresent(product), quantity };
}

/** A refusal and a reply without a product mean 'not found'; everything else is a failed fetch (§8). */
function toProductProblem({ event: { error } }: EventScope<Failure>) {
  const { kind, status } = toFailedCall(error);
  const isMissing = kind === 'refused' && status < 500;
  return { reason: toListedProblem(error, isMissing ? MISSING : texts.failedToFetchProduct) };
}
