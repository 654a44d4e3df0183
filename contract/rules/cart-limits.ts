/** What one order can hold. The server refuses more, and the cart says so before the order is sent. */
export const CART_LIMITS = {
  /** Different products. */
  lines: 100,
  /** Pieces of one product. */
  pieces: 1_000,
  /** Whole shillings. Keeps the sum of a full cart inside a 32-bit integer. */
  total: 20_000_000,
} as const;
