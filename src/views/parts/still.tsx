import { memo } from 'react';
import type { ReactNode } from 'react';

interface StillProps {
  /** All that the children are drawn from. */
  readonly of: readonly unknown[];
  readonly children: () => ReactNode;
}

/** Draws its children anew only where what they are drawn from has changed: for what is large and seldom does. */
export const Still = memo(
  function Still({ children }: StillProps) {
    return children();
  },
  ({ of: before }, { of: now }) => before.length === now.length && before.every((one, at) => one === now[at]),
);
