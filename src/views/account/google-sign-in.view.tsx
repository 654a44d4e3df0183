import type { ReactNode } from 'react';
import type { googleSignInMachine } from '../../machines/account/google-sign-in.machine.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { focusPage } from '../parts/focus-page.ts';
import { FocusOnMount } from '../parts/focus-on-mount.tsx';
import { Form } from '../parts/form.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ViewProps } from '../view.ts';
import { AuthFrame } from './auth-frame.tsx';
import * as styles from './google-sign-in.css.ts';
import * as texts from '../../texts/account.ts';

type Props = ViewProps<typeof googleSignInMachine>;

const TEXTS = { login: texts.signInWithGoogle, signUp: texts.signUpWithGoogle } as const;

/** Google's button above a form, or the remaining steps in place of the form. `phoneStep` is the code screen. */
export function GoogleSignInView({ snapshot, send, phoneStep }: Props & { readonly phoneStep: ReactNode }) {
  if (snapshot.matches('otp')) return phoneStep;
  if (snapshot.hasTag('step')) return <PhoneEntry snapshot={snapshot} send={send} />;
  const { problem, screen } = snapshot.context;
  const isReady = snapshot.matches({ idle: 'ready' });
  return (
    <div className={styles.google}>
      <Alert problem={problem} takeFocus />
      <div className={styles.place}>
        {/* Empty for React: Google's script renders into it. */}
        <div className={isReady ? styles.layer : styles.away} data-google-button="" />
        {!isReady && (
          <div className={styles.layer}>
            <Button
              look="secondary"
              wide
              busy={!snapshot.matches('idle')}
              disabled={snapshot.matches('idle') && !snapshot.can({ type: 'button.press' })}
              onClick={() => send({ type: 'button.press' })}
            >
              {TEXTS[screen]}
            </Button>
          </div>
        )}
      </div>
      {/* The status region beside the app already announces it and outlives this page (src/services/announce.ts). */}
      {snapshot.matches('done') && (
        <p role="status" aria-live="off">
          {texts.googleCompleted}
        </p>
      )}
      <p className={styles.or}>{texts.or}</p>
    </div>
  );
}

function PhoneEntry({ snapshot, send }: Props) {
  const { phone, phoneError, problem } = snapshot.context;
  const isBusy = snapshot.matches('reserving');
  return (
    <AuthFrame title={texts.verifyYourPhoneNumber} lead={texts.googlePhoneLead}>
      <Form label={texts.verifyYourPhoneNumber} onSubmit={() => send({ type: 'phone.submit' })}>
        <Alert problem={problem} takeFocus />
        <FocusOnMount>
          <TextField
            label={texts.phoneNumber}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
            readOnly={isBusy}
            value={phone}
            error={phoneError}
            onChange={(value) => send({ type: 'phone.change', phone: value })}
          />
        </FocusOnMount>
        <Button type="submit" wide busy={isBusy}>
          {texts.sendCode}
        </Button>
        <Button
          look="quiet"
          onClick={({ currentTarget }) => {
            focusPage(currentTarget);
            send({ type: 'step.back' });
          }}
        >
          {texts.back}
        </Button>
      </Form>
    </AuthFrame>
  );
}
