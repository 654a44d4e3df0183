import type { ReactNode } from 'react';
import * as styles from './alert.css.ts';
import { Icon } from './icon.tsx';
import * as texts from '../../texts/common.ts';
import * as outlines from './outlines.ts';

interface NoticeProps {
  readonly tone?: 'info' | 'good' | 'warn';
  readonly children: ReactNode;
  /** Shows a cross that closes the notice. */
  readonly onDismiss?: (() => void) | undefined;
}

/** A notice that is not an error, announced politely. */
export function Notice({ tone = 'info', children, onDismiss }: NoticeProps) {
  return (
    <div role="status" className={styles.tone[tone]}>
      <Icon outline={tone === 'good' ? outlines.check : tone === 'warn' ? outlines.alert : outlines.info} />
      <div className={styles.body}>{children}</div>
      {onDismiss && (
        <button type="button" aria-label={texts.dismiss} className={styles.dismiss} onClick={onDismiss}>
          <Icon outline={outlines.close} size="s" />
        </button>
      )}
    </div>
  );
}
