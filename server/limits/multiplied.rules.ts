/** What a limit allows where all are multiplied (RATE_LIMIT_FACTOR), or its part; one at least. */
export const multiplied = (most: number, factor: number): number => Math.max(1, Math.floor(most * factor));
