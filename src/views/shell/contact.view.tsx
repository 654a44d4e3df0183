import { CONTACT_MOST } from '../../../contract/rules/contact.ts';
import type { contactMachine } from '../../machines/shell/contact.machine.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { Stack } from '../parts/layout.tsx';
import { TextArea } from '../parts/text-area.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ViewProps } from '../view.ts';
import * as texts from '../../texts/shell.ts';

/** The contact form, open to guests (A22). */
export function ContactFormView({ snapshot, send }: ViewProps<typeof contactMachine>) {
  if (snapshot.matches('sent')) {
    return (
      <Stack>
        <FocusHere>
          <Notice tone="good">{texts.messageSent}</Notice>
        </FocusHere>
        <Button look="secondary" onClick={() => send({ type: 'form.again' })}>
          {texts.writeAnotherMessage}
        </Button>
      </Stack>
    );
  }
  const { name, email, message, nameError, emailError, messageError, problem } = snapshot.context;
  const isBusy = snapshot.matches('sending');
  return (
    <Form label={texts.messageToTheShop} onSubmit={() => send({ type: 'form.submit' })}>
      <Alert problem={problem} takeFocus />
      <TextField
        label={texts.yourName}
        name="name"
        autoComplete="name"
        required
        maxLength={CONTACT_MOST.name}
        readOnly={isBusy}
        value={name}
        error={nameError}
        onChange={(value) => send({ type: 'name.change', name: value })}
      />
      <TextField
        label={texts.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={CONTACT_MOST.email}
        readOnly={isBusy}
        value={email}
        error={emailError}
        onChange={(value) => send({ type: 'email.change', email: value })}
      />
      <TextArea
        label={texts.message}
        name="message"
        required
        rows={6}
        maxLength={CONTACT_MOST.message}
        readOnly={isBusy}
        value={message}
        error={messageError}
        onChange={(value) => send({ type: 'message.change', message: value })}
      />
      <Button type="submit" wide busy={isBusy}>
        {texts.sendMessage}
      </Button>
    </Form>
  );
}
