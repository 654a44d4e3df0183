import type { ReactNode } from 'react';
import { Link } from '../parts/link.tsx';
import type { loginMachine } from '../../machines/account/login.machine.ts';
import { LOGIN_NOTICES } from '../../rules/account/login-notice.ts';
import { paths } from '../../rules/paths.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/checkbox.tsx';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ViewProps } from '../view.ts';
import { AuthFrame } from './auth-frame.tsx';
import * as styles from './auth.css.ts';
import * as texts from '../../texts/account.ts';

type Props = ViewProps<typeof loginMachine>;

interface Parts {
  /** The phone step of an account whose phone was never verified (A15). */
  readonly phoneStep: ReactNode;
  /** Google's button, above the form. */
  readonly google?: ReactNode;
  /** Google's remaining steps, in place of the form. */
  readonly googleStep?: ReactNode;
}

export function LoginView({ snapshot, send, phoneStep, google, googleStep }: Props & Parts) {
  if (snapshot.matches('phoneStep')) return phoneStep;
  if (snapshot.matches('form') && googleStep) return googleStep;
  const { origin, email, password, code, remember, isPasswordShown, problem, notice } = snapshot.context;
  const { emailError, passwordError, codeError } = snapshot.context;
  const isBusy = !snapshot.matches('form');
  return (
    <AuthFrame
      title={texts.login}
      lead={texts.loginLead}
      other={
        <span>
          {texts.newHere}{' '}
          <Link to={paths.signUp} state={{ origin, email }} className={styles.inline}>
            {texts.signUp}
          </Link>
        </span>
      }
    >
      <div inert={isBusy}>{google}</div>
      <Form label={texts.login} onSubmit={() => send({ type: 'form.submit' })}>
        {notice !== null && <Notice>{LOGIN_NOTICES[notice]}</Notice>}
        <Alert problem={problem} takeFocus />
        <TextField
          label={texts.email}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={isBusy}
          value={email}
          error={emailError}
          onChange={(value) => send({ type: 'email.change', email: value })}
        />
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="current-password"
          required
          readOnly={isBusy}
          value={password}
          error={passwordError}
          shown={isPasswordShown}
          onToggle={() => send({ type: isPasswordShown ? 'password.hide' : 'password.show' })}
          onChange={(value) => send({ type: 'password.change', password: value })}
        />
        {code !== null && (
          <TextField
            label={texts.verificationCode}
            hint={texts.loginCodeHint}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            required
            readOnly={isBusy}
            value={code}
            error={codeError}
            onChange={(value) => send({ type: 'code.change', code: value })}
          />
        )}
        <div className={styles.between}>
          <Checkbox
            name="remember"
            checked={remember}
            disabled={isBusy}
            onChange={() => send({ type: 'remember.toggle' })}
          >
            {texts.rememberMe}
          </Checkbox>
          <Link to={paths.forgotPassword} className={styles.link}>
            {texts.forgotPasswordQuestion}
          </Link>
        </div>
        <Button type="submit" wide busy={isBusy}>
          {texts.login}
        </Button>
      </Form>
    </AuthFrame>
  );
}
