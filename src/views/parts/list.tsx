import type { ComponentProps } from 'react';

interface ListProps extends ComponentProps<'ul'> {
  /** The order of the items has a meaning. */
  readonly ordered?: boolean;
}

/** A list without bullets. Safari reads such a list out as a list only where its role is written (X84). */
export function List({ ordered = false, ...native }: ListProps) {
  const Tag: 'ul' = ordered ? ('ol' as 'ul') : 'ul';
  return <Tag role="list" {...native} />;
}
