import type { KeyboardEvent } from 'react';
import type { changePasswordMachine } from '../../machines/account/change-password.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Form } from '../parts/form.tsx';
import { Link } from '../parts/link.tsx';
import { Notice } from '../parts/notice.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './auth.css.ts';
import { PasswordNeeds } from './password-needs.tsx';
import * as texts from '../../texts/account.ts';

/**
 * Changes the password of the logged-in customer, on the account tab (§2 Profile). The result appears beside the
 * button, where the focus is; it disappears by itself, so it never takes the focus.
 */
export function ChangePasswordView({ snapshot, send }: ViewProps<typeof changePasswordMachine>) {
  if (snapshot.matches('gone')) return null;
  const { currentPassword, newPassword, confirmPassword, isCurrentShown, isNewShown, isConfirmShown, problem } =
    snapshot.context;
  const isBusy = snapshot.matches('saving');
  const isOff = [currentPassword, newPassword, confirmPassword].includes('');
  // Browsers ignore Enter in a form without an enabled button; this shows what is missing.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOff || event.key !== 'Enter') return;
    event.preventDefault();
    send({ type: 'form.submit' });
  };
  return (
    <Card title={texts.changePassword}>
      <Form label={texts.changePassword} onSubmit={() => send({ type: 'form.submit' })}>
        <PasswordField
          label={texts.currentPassword}
          name="currentPassword"
          autoComplete="current-password"
          required
          readOnly={isBusy}
          value={currentPassword}
          shown={isCurrentShown}
          onKeyDown={onKeyDown}
          onToggle={() => send({ type: 'current.toggle' })}
          onChange={(value) => send({ type: 'current.change', currentPassword: value })}
        />
        <span>
          {texts.noPasswordYet}{' '}
          <Link to={paths.forgotPassword} className={styles.inline}>
            {texts.getLinkToSetOne}
          </Link>
        </span>
        <PasswordField
          label={texts.newPassword}
          name="newPassword"
          autoComplete="new-password"
          required
          readOnly={isBusy}
          hint={<PasswordNeeds password={newPassword} />}
          value={newPassword}
          shown={isNewShown}
          onKeyDown={onKeyDown}
          onToggle={() => send({ type: 'new.toggle' })}
          onChange={(value) => send({ type: 'new.change', newPassword: value })}
        />
        <PasswordField
          label={texts.confirmNewPassword}
          name="confirmPassword"
          autoComplete="new-password"
          required
          readOnly={isBusy}
          value={confirmPassword}
          shown={isConfirmShown}
          onKeyDown={onKeyDown}
          onToggle={() => send({ type: 'confirm.toggle' })}
          onChange={(value) => send({ type: 'confirm.change', confirmPassword: value })}
        />
        <Alert problem={problem} />
        {snapshot.matches({ editing: 'changed' }) && <Notice tone="good">{texts.passwordChanged}</Notice>}
        <Button
          type="submit"
          wide
          busy={isBusy}
          // Keeps the focus, which is here when a success empties the fields. A disabled button would lose it.
          {...(isOff && { 'aria-disabled': true, onClick: (event) => event.preventDefault() })}
        >
          {texts.changePassword}
        </Button>
      </Form>
    </Card>
  );
}
