/** Why the tracking page sent the shopper to the login (§6, A26). */
export const LOGIN_NOTICES = {
  notLoggedIn: 'Please log in to view your orders',
  invalidSession: 'Invalid user session. Please log in again.',
} as const;
