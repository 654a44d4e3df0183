import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { Problem } from '../../rules/failure.ts';
import * as styles from './alert.css.ts';
import { contents } from './contents.css.ts';
import { Icon } from './icon.tsx';
import { RequestId } from './request-id.tsx';
import * as outlines from './outlines.ts';

interface AlertProps {
  /** `null` shows nothing. */
  readonly problem: Problem | null;
  /** Moves the focus here when the problem appears (U11). A bad field of the same form takes precedence. */
  readonly takeFocus?: boolean;
  /** What the shopper can do, e.g. a Try Again button. */
  readonly children?: ReactNode;
}

/** An error, announced immediately, with the request id for the support line (H14). */
export function Alert({ problem, takeFocus = false, children }: AlertProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takeFocus && problem !== null) box.current?.focus();
  }, [problem, takeFocus]);
  if (problem === null) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.tone.bad}>
      <Icon outline={outlines.alert} />
      <div className={styles.body}>
        <p className={styles.text}>{problem.text}</p>
        {problem.requestId !== null && <RequestId>{problem.requestId}</RequestId>}
        <div className={contents}>{children}</div>
      </div>
    </div>
  );
}
