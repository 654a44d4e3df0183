import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

/** What navigations to the account pages carry, under `state` (§2, D18, U22). */
export interface AccountState {
  /** The page to return to after login; checked again before it is used. */
  readonly origin: string | null;
  /** The e-mail typed so far. */
  readonly email: string;
  /** Why the shopper was sent to the login page (§6). */
  readonly notice: 'notLoggedIn' | 'invalidSession' | null;
}

/** Reads it back. History entries outlive deployments and may hold anything. */
export function readAccountState(state: unknown): AccountState {
  const { origin, email, notice } =
    typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {};
  return {
    origin: typeof origin === 'string' ? origin : null,
    email: typeof email === 'string' ? email : '',
    notice: notice === 'notLoggedIn' || notice === 'invalidSession' ? notice : null,
  };
}

/**
 * The state of this page's navigation. What can be seen of it comes after the first render: the server, which
 * knows no navigation, rendered without it.
 */
export function useAccountState(): AccountState {
  const { origin, email, notice } = readAccountState(useLocation().state);
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isHydrated ? { origin, email, notice } : { origin, email: '', notice: null };
}

function never(): () => void {
  return () => undefined;
}
