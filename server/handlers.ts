import type { Deps } from './deps.ts';
import type { Handler } from './http/handler.ts';
import { addressRoutes } from './modules/addresses/addresses.routes.ts';
import { authRoutes } from './modules/auth/auth.routes.ts';
import { googleRoutes } from './modules/auth/google.routes.ts';
import { cartRoutes } from './modules/cart/cart.routes.ts';
import { catalogueRoutes } from './modules/catalogue/catalogue.routes.ts';
import { contactRoutes } from './modules/contact/contact.routes.ts';
import { ordersRoutes } from './modules/orders/orders.routes.ts';
import { paymentsRoutes } from './modules/payments/payments.routes.ts';
import { pickupRoutes } from './modules/pickup/pickup.routes.ts';
import { reviewsRoutes } from './modules/reviews/reviews.routes.ts';
import { staffRoutes } from './modules/staff/staff.routes.ts';

/** Every call of the API that the shop serves. */
export function createHandlers(deps: Deps): Handler[] {
  return [
    ...authRoutes(deps),
    ...googleRoutes(deps),
    ...addressRoutes(deps),
    ...catalogueRoutes(deps),
    ...reviewsRoutes(deps),
    ...cartRoutes(deps),
    ...contactRoutes(deps),
    ...ordersRoutes(deps),
    ...pickupRoutes(deps),
    ...paymentsRoutes(deps),
    ...staffRoutes(deps),
  ];
}
