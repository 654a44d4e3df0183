/** What navigations between the account pages and the pages that need them carry (§2, D18, U22). */
export interface AccountState {
  /** The page to return to after login; checked again before it is used. */
  readonly origin: string | null;
  /** The e-mail typed so far. */
  readonly email: string;
  /** Why the shopper was sent to the login page (§6). */
  readonly notice: 'notLoggedIn' | 'invalidSession' | null;
}

/** The navigation state for the login and sign-up pages. */
export function accountState({ origin = null, email = '', notice = null }: Partial<AccountState>): AccountState {
  return { origin, email, notice };
}

/** Reads it back. History entries outlive deployments and may hold anything. */
export function readAccountState(state: unknown): AccountState {
  const { origin, email, notice } = typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {};
  return accountState({
    origin: typeof origin === 'string' ? origin : null,
    email: typeof email === 'string' ? email : '',
    notice: notice === 'notLoggedIn' || notice === 'invalidSession' ? notice : null,
  });
}
