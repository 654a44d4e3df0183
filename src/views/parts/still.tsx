import { memo } from 'react';
import type { ReactNode } from 'react';

interface StillProps {
  /** All values that the children depend on. */
  readonly of: readonly unknown[];
  readonly children: () => ReactNode;
}

/** Renders its children again only when their values have changed: for large content that seldom changes. */
export const Still = memo(
  function Still({ children }: StillProps) {
    return children();
  },
  ({ of: before }, { of: now }) => before.length === now.length && before.every((one, at) => one === now[at]),
);
