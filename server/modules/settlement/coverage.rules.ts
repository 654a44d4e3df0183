/** A time span, ends included. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Returns whether the spans together cover this time without a gap. */
export function isCovered(spans: readonly Span[], { from, to }: Span): boolean {
  let until = from.getTime();
  for (const span of spans.toSorted((one, other) => one.from.getTime() - other.from.getTime()))
    if (span.from.getTime() <= until) until = Math.max(until, span.to.getTime());
  return spans.some((span) => span.from <= from && span.to >= from) && until >= to.getTime();
}
