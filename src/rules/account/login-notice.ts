import * as texts from '../../texts/account.ts';
/** Why the tracking page sent the shopper to the login (§6, A26). */
export const LOGIN_NOTICES = {
  notLoggedIn: texts.logInToViewOrders,
  invalidSession: texts.invalidSession,
} as const;
