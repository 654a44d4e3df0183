import type { ReactNode } from 'react';
import { Link } from '../parts/link.tsx';
import type { signUpMachine } from '../../machines/account/sign-up.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/checkbox.tsx';
import { Form } from '../parts/form.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ViewProps } from '../view.ts';
import { AuthFrame } from './auth-frame.tsx';
import * as styles from './auth.css.ts';
import { StrengthHint } from './strength-hint.tsx';
import * as texts from '../../texts/account.ts';

type Props = ViewProps<typeof signUpMachine>;

/** Maximum lengths that the server accepts. Characters. */
const SIGN_UP_MOST = { name: 120, email: 254, phone: 40 } as const;

interface Parts {
  /** The step after the form. */
  readonly phoneStep: ReactNode;
  /** Google's button, above the form. */
  readonly google?: ReactNode;
  /** Google's remaining steps, in place of the form. */
  readonly googleStep?: ReactNode;
}

export function SignUpView({ snapshot, send, phoneStep, google, googleStep }: Props & Parts) {
  if (snapshot.matches('phoneStep')) return phoneStep;
  if (snapshot.matches('form') && googleStep) return googleStep;
  const { origin, name, email, phone, password, passwordMinimum, acceptTerms, isPasswordShown, errors, problem } =
    snapshot.context;
  const isBusy = !snapshot.matches('form');
  return (
    <AuthFrame
      title={texts.signUp}
      lead={texts.signUpLead}
      other={
        <span>
          {texts.alreadyHaveAnAccount}{' '}
          <Link to={paths.login} state={{ origin, email }} className={styles.inline}>
            {texts.login}
          </Link>
        </span>
      }
    >
      <div inert={isBusy}>{google}</div>
      <Form label={texts.signUp} onSubmit={() => send({ type: 'form.submit' })}>
        <Alert problem={problem} takeFocus />
        <TextField
          label={texts.fullName}
          name="name"
          autoComplete="name"
          maxLength={SIGN_UP_MOST.name}
          required
          readOnly={isBusy}
          value={name}
          error={errors.name}
          onChange={(value) => send({ type: 'name.change', name: value })}
        />
        <TextField
          label={texts.emailAddress}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SIGN_UP_MOST.email}
          required
          readOnly={isBusy}
          value={email}
          error={errors.email}
          onChange={(value) => send({ type: 'email.change', email: value })}
        />
        <TextField
          label={texts.phoneNumber}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={SIGN_UP_MOST.phone}
          required
          readOnly={isBusy}
          hint={texts.signUpPhoneHint}
          value={phone}
          error={errors.phone}
          onChange={(value) => send({ type: 'phone.change', phone: value })}
        />
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="new-password"
          required
          readOnly={isBusy}
          hint={<StrengthHint password={password} minimum={passwordMinimum} />}
          value={password}
          error={errors.password}
          shown={isPasswordShown}
          onToggle={() => send({ type: isPasswordShown ? 'password.hide' : 'password.show' })}
          onChange={(value) => send({ type: 'password.change', password: value })}
        />
        <Checkbox
          name="acceptTerms"
          checked={acceptTerms}
          error={errors.acceptTerms}
          disabled={isBusy}
          onChange={() => send({ type: 'terms.toggle' })}
        >
          {texts.acceptBefore}{' '}
          <Link to={paths.terms} target="_blank" className={styles.inline}>
            {texts.acceptTermsLink}
          </Link>{' '}
          {texts.acceptBetween}{' '}
          <Link to={paths.privacy} target="_blank" className={styles.inline}>
            {texts.acceptPrivacyLink}
          </Link>
          .
        </Checkbox>
        <Button type="submit" wide busy={isBusy}>
          {isBusy ? texts.processingSignUp : texts.signUp}
        </Button>
      </Form>
    </AuthFrame>
  );
}
