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

type Props = ViewProps<typeof loginMachine>;

interface Parts {
  /** The phone step of an account whose phone was never verified (A15). */
  readonly phoneStep: ReactNode;
  /** Google's button, above the form. */
  readonly google?: ReactNode;
  /** What Google's sign-in has in the form's place. */
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
      title="Login"
      lead="Welcome back. Log in to check out and follow your orders."
      other={
        <span>
          New here?{' '}
          <Link to={paths.signUp} state={{ origin, email }} className={styles.inline}>
            Sign Up
          </Link>
        </span>
      }
    >
      <div inert={isBusy}>{google}</div>
      <Form label="Login" onSubmit={() => send({ type: 'form.submit' })}>
        {notice !== null && <Notice>{LOGIN_NOTICES[notice]}</Notice>}
        <Alert problem={problem} takeFocus />
        <TextField
          label="Email"
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
          label="Password"
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
            label="Verification code"
            hint="6 digits, sent to the phone or email of this account"
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
            Remember me
          </Checkbox>
          <Link to={paths.forgotPassword} className={styles.link}>
            Forgot Password?
          </Link>
        </div>
        <Button type="submit" wide busy={isBusy}>
          Login
        </Button>
      </Form>
    </AuthFrame>
  );
}
