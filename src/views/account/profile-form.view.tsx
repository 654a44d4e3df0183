import type { ReactNode } from 'react';
import type { profileFormMachine } from '../../machines/account/profile-form.machine.ts';
import { phoneUnchangedText, pendingTexts, PROFILE_MOST } from '../../rules/account/profile-form.ts';
import type { ProfileErrors, ProfileFields } from '../../rules/account/profile-form.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { Stack } from '../parts/layout.tsx';
import { PageSpinner } from '../parts/spinner.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './profile.css.ts';
import * as texts from '../../texts/account.ts';

type Props = ViewProps<typeof profileFormMachine>;

/**
 * Name, e-mail, phone and address on the account tab (§2 Profile). `code` replaces the form while a new phone is proved
 * (D22). The result of a save appears beside the button, where the focus is.
 */
export function ProfileFormView({ snapshot, send, code }: Props & { readonly code: ReactNode }) {
  if (snapshot.matches('gone')) return null;
  const { pending, user } = snapshot.context;
  return (
    <Card title={texts.profileInformation}>
      <Stack>
        {pendingTexts(pending, user).map((text) => (
          <Notice key={text}>{text}</Notice>
        ))}
        {snapshot.matches('phoneStep') && (
          <>
            {snapshot.matches({ phoneStep: 'told' }) && <Saved />}
            {code}
          </>
        )}
        {snapshot.matches('confirming') && <PageSpinner label={texts.confirmingPhone} />}
        {(snapshot.matches('editing') || snapshot.matches('saving')) && <Fields snapshot={snapshot} send={send} />}
      </Stack>
    </Card>
  );
}

function Saved() {
  return <Notice tone="good">{texts.profileUpdated}</Notice>;
}

function Fields({ snapshot, send }: Props) {
  const { draft, fieldErrors, problem, user } = snapshot.context;
  const isBusy = snapshot.matches('saving');
  const common = (field: keyof ProfileFields) => ({
    name: field,
    value: draft[field],
    readOnly: isBusy,
    maxLength: PROFILE_MOST[field],
    error: fieldErrors[field as keyof ProfileErrors] ?? null,
    onChange: (value: string) => send({ type: 'field.change', field, value }),
  });
  return (
    <Form label={texts.profileInformation} onSubmit={() => send({ type: 'form.submit' })}>
      <TextField {...common('name')} label={texts.fullName} autoComplete="name" required />
      <TextField
        {...common('email')}
        label={texts.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
      />
      <TextField {...common('phone')} label={texts.phone} type="tel" inputMode="tel" autoComplete="tel" required />
      <TextField {...common('street')} label={texts.streetAddress} autoComplete="address-line1" />
      <div className={styles.pair}>
        <TextField {...common('city')} label={texts.city} autoComplete="address-level2" />
        <TextField {...common('town')} label={texts.townEstate} autoComplete="address-level3" />
        <TextField {...common('zipCode')} label={texts.zipCode} inputMode="numeric" autoComplete="postal-code" />
        <TextField {...common('country')} label={texts.country} autoComplete="country-name" />
      </div>
      <Alert problem={problem} />
      {snapshot.matches({ editing: 'saved' }) && <Saved />}
      {snapshot.matches({ editing: 'confirmed' }) && <Notice tone="good">{texts.phoneConfirmed}</Notice>}
      {snapshot.matches({ editing: 'kept' }) && <Notice>{phoneUnchangedText(user)}</Notice>}
      <Button type="submit" wide busy={isBusy}>
        {texts.saveProfile}
      </Button>
    </Form>
  );
}
