export type BackOfficeKind = 'refund' | 'alarm' | 'order' | 'job';

/** Identifier of an item that staff type, e.g. `refund-1a2b3c4d`. */
export interface Handle {
  readonly kind: BackOfficeKind;
  /** First 8 digits of the id, or more when two ids share them. */
  readonly start: string;
}

const SHAPE = /^(?:(refund|alarm|order|job)-)?([\da-f]{8}[\da-f-]{0,28})$/;

/** Formats the kind with the first 8 digits of the id. */
export function formatHandle(kind: BackOfficeKind, id: string): string {
  return `${kind}-${id.slice(0, 8)}`;
}

/**
 * Parses a handle, ignoring case. A bare number is an order number, as shoppers see it. `null` when it is malformed.
 */
export function parseHandle(typed: string): Handle | null {
  const [, kind = 'order', start] = SHAPE.exec(typed.trim().toLowerCase()) ?? [];
  return start === undefined ? null : { kind: kind as BackOfficeKind, start };
}
