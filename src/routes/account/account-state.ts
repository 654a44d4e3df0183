import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

/** State of navigations to the account pages, under `state` (§2, D18, U22). */
export interface AccountState {
  /** The page to return to after login. It is validated again before use. */
  readonly origin: string | null;
  /** The e-mail typed so far. */
  readonly email: string;
  /** Why the shopper was sent to the login page (§6). */
  readonly notice: 'notLoggedIn' | 'invalidSession' | null;
}

/** Parses the state of a navigation. History entries outlive deployments and may hold anything. */
export function readAccountState(state: unknown): AccountState {
  const { origin, email, notice } = (state ?? {}) as Readonly<Record<string, unknown>>;
  return {
    origin: typeof origin === 'string' ? origin : null,
    email: typeof email === 'string' ? email : '',
    notice: notice === 'notLoggedIn' || notice === 'invalidSession' ? notice : null,
  };
}

/**
 * Returns the state of this page's navigation. Visible parts appear after the first render, because the server rendered
 * without them: it knows no navigation.
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
