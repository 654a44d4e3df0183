import { checkCart } from '../../../contract/cart.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';

export function cartRoutes({ cart }: Pick<Services, 'cart'>): Handler[] {
  return [handler(checkCart, async ({ items }) => ok({ lines: await cart.check(items) }))];
}
