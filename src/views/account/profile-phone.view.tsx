import type { phoneVerificationMachine } from '../../machines/account/phone-verification.machine.ts';
import { CodeForm, CodeLead } from './phone-verification.view.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './profile.css.ts';
import * as texts from '../../texts/account.ts';

/** The code that proves a new phone, in place of the profile's form (D22). */
export function ProfilePhoneView(props: ViewProps<typeof phoneVerificationMachine>) {
  const { snapshot } = props;
  if (snapshot.status === 'done' || snapshot.matches('completing')) return null;
  return (
    <>
      <h3 className={styles.step}>{texts.verifyYourPhoneNumber}</h3>
      <p>
        <CodeLead snapshot={snapshot} />
      </p>
      <CodeForm {...props} />
    </>
  );
}
