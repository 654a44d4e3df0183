import { checkCart } from '../../../contract/cart.ts';
import type { Deps } from '../../deps.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { createCartService } from './cart.service.ts';

export function cartRoutes(deps: Deps): Handler[] {
  const cart = createCartService(deps);
  return [handler(checkCart, async ({ items }) => ok({ lines: await cart.check(items) }))];
}
