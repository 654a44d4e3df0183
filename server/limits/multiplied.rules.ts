/** Returns a limit multiplied by `RATE_LIMIT_FACTOR` or by a fraction, at least 1. */
export const multiplied = (most: number, factor: number): number => Math.max(1, Math.floor(most * factor));
