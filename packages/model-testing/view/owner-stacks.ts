import * as React from 'react';

/**
 * Stops React from recording where each element was created, which it does for 10,000 elements a second and for its
 * developer tools only. Warnings stay.
 */
export function withoutOwnerStacks(): void {
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: inside } = React as unknown as Record<
    string,
    object | undefined
  >;
  if (inside === undefined) return;
  Object.defineProperty(inside, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set() {
      // Ignores React's writes, so that the count never changes.
    },
  });
}
