/** Server time at the start of the rows. */
export const T = 1_700_000_000_000;

const seconds = (count: number) => count * 1_000;
const ending = (ms: number) => ({ flashEndsAt: new Date(T + ms).toISOString() });

/** The deals of tests/flows/flash-countdown/flash-countdown.yaml. */
export const D0 = ending(seconds(-1));
export const D1 = ending(seconds(90_061));
export const D2 = ending(seconds(3_600));
export const NOW = ending(0);
export const SOON = ending(seconds(1));
export const NEVER = { flashEndsAt: null };
export const UNREADABLE = { flashEndsAt: 'soon' };

export const known = (...deals: readonly { readonly flashEndsAt: string | null }[]) => ({ deals, now: T });
