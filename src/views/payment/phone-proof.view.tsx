import type { ReactNode } from 'react';
import type { phoneVerificationMachine } from '../../machines/account/phone-verification.machine.ts';
import { CodeForm, CodeLead } from '../account/phone-verification.view.tsx';
import { Notice } from '../parts/notice.tsx';
import { Spinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './mpesa-payment.css.ts';
import * as texts from '../../texts/payment.ts';

/** What a view is given that shows it in a dialog of its own. */
export interface NestedProof {
  /** The code that proves the payer's phone, while it is asked for (D25). */
  readonly proof: ReactNode;
}

/** D25: the code that proves another's phone, in the dialog of a payment. */
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
