import type { ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { contents } from '../parts/contents.css.ts';
import { Icon } from '../parts/icon.tsx';
import { RequestId } from '../parts/request-id.tsx';
import * as styles from './payment-bar.css.ts';
import * as texts from '../../texts/payment.ts';

interface PaymentBarProps {
  readonly tone: keyof typeof styles.tone;
  readonly children: ReactNode;
}

/** The bar under the header. */
export function PaymentBar({ tone, children }: PaymentBarProps) {
  return (
    <section aria-label={texts.yourMPesaPayment} className={styles.tone[tone]}>
      <div className={styles.inner}>{children}</div>
    </section>
  );
}

interface PaymentMessageProps {
  readonly icon: string;
  readonly text: string | undefined;
  /** Whether a live region beside the bar announces it, so that buttons and countdown are not read too. */
  readonly isReadOut: boolean;
  /** Identifies a refused push in the server's log (H14). */
  readonly requestId: string | null;
  /** `null` when it cannot be dismissed. */
  readonly onDismiss: (() => void) | null;
  /** Available actions. */
  readonly children?: ReactNode;
}

/** The result of a payment in the bar. */
export function PaymentMessage({ icon, text, isReadOut, requestId, onDismiss, children }: PaymentMessageProps) {
  return (
    <>
      <p className={styles.text}>
        <Icon outline={icon} />
        <span className={styles.words} aria-hidden={isReadOut ? true : undefined}>
          {text}
        </span>
        {requestId !== null && <RequestId>{requestId}</RequestId>}
      </p>
      <div className={styles.offers}>
        <div className={contents}>{children}</div>
        {onDismiss !== null && (
          <Button look="secondary" onClick={onDismiss}>
            {texts.dismiss}
          </Button>
        )}
      </div>
    </>
  );
}
