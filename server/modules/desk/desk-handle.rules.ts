export type DeskKind = 'refund' | 'alarm' | 'order' | 'job';

/** What somebody types to name one thing: `refund-1a2b3c4d`. */
export interface Handle {
  readonly kind: DeskKind;
  /** The first 8 digits of its id, or more where two share them. */
  readonly start: string;
}

const SHAPE = /^(?:(refund|alarm|order|job)-)?([\da-f]{8}[\da-f-]{0,28})$/;

/** Of the kind, with the first 8 digits of the id. */
export function handleOf(kind: DeskKind, id: string): string {
  return `${kind}-${id.slice(0, 8)}`;
}

/** Null where it is none. A number alone is an order's, as shoppers see it; capitals are no matter. */
export function readHandle(typed: string): Handle | null {
  const [, kind = 'order', start] = SHAPE.exec(typed.trim().toLowerCase()) ?? [];
  return start === undefined ? null : { kind: kind as DeskKind, start };
}
