import type { ComponentProps } from 'react';

interface ListProps extends ComponentProps<'ul'> {
  /** Whether the order of the items has a meaning. */
  readonly ordered?: boolean;
}

/** A list without bullets. Safari announces it as a list only with an explicit role (X84). */
export function List({ ordered = false, ...native }: ListProps) {
  const Tag: 'ul' = ordered ? ('ol' as 'ul') : 'ul';
  return <Tag role="list" {...native} />;
}
