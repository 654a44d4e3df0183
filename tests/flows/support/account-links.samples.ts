import { getLinkToken } from '../../../src/rules/account/link-token.ts';

/** The machine's input at this address of a mail. */
export function openedAt(address: string): { readonly token: string | null } {
  const { pathname, search } = new URL(address, 'https://duka.test');
  const [, inPath] = /^\/auth\/reset-password\/(.+)$/.exec(pathname) ?? [];
  return { token: getLinkToken(inPath === undefined ? undefined : decodeURIComponent(inPath), search) };
}

/** The inputs by address. */
export function openedAtEach(addresses: readonly string[]): Record<string, { readonly token: string | null }> {
  return Object.fromEntries(addresses.map((address) => [address, openedAt(address)]));
}
