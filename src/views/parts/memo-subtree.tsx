import { memo } from 'react';
import type { ReactNode } from 'react';

interface MemoSubtreeProps {
  /** All values that the children depend on. */
  readonly deps: readonly unknown[];
  readonly children: () => ReactNode;
}

/** Renders its children again only when their values have changed: for large content that seldom changes. */
export const MemoSubtree = memo(
  function Still({ children }: MemoSubtreeProps) {
    return children();
  },
  ({ deps: before }, { deps: now }) => before.length === now.length && before.every((one, at) => one === now[at]),
);
