import type { ReactNode } from 'react';
import type { phoneVerificationMachine } from '../../machines/account/phone-verification.machine.ts';
import { CodeForm, CodeLead } from '../account/phone-verification.view.tsx';
import { Notice } from '../parts/notice.tsx';
import { Spinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './mpesa-payment.css.ts';
import * as texts from '../../texts/payment.ts';

/** Props of a view that shows the phone proof in its own dialog. */
export interface NestedProof {
  /** The code screen that proves the payer's phone (D25). */
  readonly proof: ReactNode;
}

/** The code that proves another person's phone, in the dialog of a payment (D25). */
export function PhoneProofView(props: ViewProps<typeof phoneVerificationMachine>) {
  const { snapshot } = props;
  if (snapshot.status === 'done') return null;
  if (snapshot.matches('completing')) return <Spinner label={texts.sendingPromptLabel} shown />;
  return (
    <div className={styles.step}>
      <Notice tone="info">{texts.confirmPhoneFirst}</Notice>
      <p className={styles.note}>
        <CodeLead snapshot={snapshot} />
      </p>
      <CodeForm {...props} />
    </div>
  );
}
