/** Limits of one order. The server enforces them, and the cart shows them before the order is sent. */
export const CART_LIMITS = {
  /** Different products. */
  lines: 100,
  /** Quantity of one product. */
  pieces: 1_000,
  /** Whole shillings. Keeps the total of a full cart within a 32-bit integer. */
  total: 20_000_000,
} as const;
