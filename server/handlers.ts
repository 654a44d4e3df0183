import type { Services } from './services.ts';
import type { Deps } from './deps.ts';
import type { Handler } from './http/handler.ts';
import { addressRoutes } from './modules/addresses/addresses.routes.ts';
import { cartRoutes } from './modules/cart/cart.routes.ts';
import { catalogueRoutes } from './modules/catalogue/catalogue.routes.ts';
import { claimsRoutes } from './modules/by-hand/claims.routes.ts';
import { codesRoutes } from './modules/codes/codes.routes.ts';
import { contactRoutes } from './modules/contact/contact.routes.ts';
import { googleRoutes } from './modules/google/google.routes.ts';
import { loginRoutes } from './modules/login/login.routes.ts';
import { ordersRoutes } from './modules/orders/orders.routes.ts';
import { passwordsRoutes } from './modules/passwords/passwords.routes.ts';
import { byHandRoutes } from './modules/by-hand/by-hand.routes.ts';
import { parcelRoutes } from './modules/parcels/parcels.routes.ts';
import { paymentsRoutes } from './modules/payments/payments.routes.ts';
import { pickupRoutes } from './modules/pickup/pickup.routes.ts';
import { profileRoutes } from './modules/profile/profile.routes.ts';
import { reviewsRoutes } from './modules/reviews/reviews.routes.ts';
import { sessionsRoutes } from './modules/sessions/sessions.routes.ts';
import { signUpRoutes } from './modules/sign-up/sign-up.routes.ts';
import { staffRoutes } from './modules/staff/staff.routes.ts';

/** Returns the handlers of all API calls. */
export function createHandlers(deps: Deps, services: Services): Handler[] {
  return [
    ...loginRoutes(services),
    ...signUpRoutes(services),
    ...codesRoutes(services),
    ...sessionsRoutes(services),
    ...passwordsRoutes(services),
    ...profileRoutes(services),
    ...googleRoutes(services),
    ...addressRoutes(services),
    ...catalogueRoutes(services),
    ...reviewsRoutes(services),
    ...cartRoutes(services),
    ...contactRoutes(services),
    ...ordersRoutes(deps, services),
    ...pickupRoutes(services),
    ...paymentsRoutes(services),
    ...byHandRoutes(services),
    ...claimsRoutes(services),
    ...staffRoutes(services),
    ...parcelRoutes(services),
  ];
}
