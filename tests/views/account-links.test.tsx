// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { failures } from '../../model-testing.config.ts';
import { emailConfirmationMachine } from '../../src/machines/account/email-confirmation.machine.ts';
import { connect } from '../../src/routes/connect.tsx';
import { Scroll } from '../../src/routes/scroll.tsx';
import { EmailConfirmationView } from '../../src/views/account/email-confirmation.view.tsx';
import { PageTitle } from '../../src/views/parts/page.tsx';

afterEach(cleanup);

const EmailConfirmation = connect(EmailConfirmationView);

function Here() {
  const { pathname, state } = useLocation();
  return <output aria-label="here">{JSON.stringify({ pathname, state })}</output>;
}

async function showConfirmation(answer: () => Promise<void>, words: string) {
  const actor = createActor(
    emailConfirmationMachine.provide({
      actors: { confirmEmail: fromPromise(answer), watchSession: fromCallback(() => undefined) },
      actions: { stripAddress: () => undefined },
    }),
    { input: { token: 'abc' } },
  ).start();
  render(
    <MemoryRouter>
      <EmailConfirmation actor={actor} />
      <Here />
    </MemoryRouter>,
  );
  const said = await screen.findByText(words);
  const login = () => {
    fireEvent.click(screen.getByRole('link', { name: 'Login' }));
    return JSON.parse(screen.getByLabelText('here').textContent ?? '') as unknown;
  };
  return { said, login };
}

describe('the confirmation of an e-mail address', () => {
  test('D22, D18: after an expired link, the login of a guest leads to the profile', async () => {
    const refused = () => Promise.reject(failures['refused without words'] as Error);
    const { said, login } = await showConfirmation(refused, 'This link is no longer valid.');
    expect(document.activeElement).toBe(said.closest('[role="alert"]'));
    expect(login()).toEqual({ pathname: '/auth/login', state: { origin: '/profile?section=account' } });
  });

  test('D22: after the confirmation, the message takes the focus and the login of a guest leads home', async () => {
    const { said, login } = await showConfirmation(async () => undefined, 'Your email address is confirmed.');
    expect(document.activeElement?.contains(said)).toBe(true);
    expect(login()).toEqual({ pathname: '/auth/login', state: { origin: null } });
  });
});

describe('a page that removes a secret from its address', () => {
  function Stripping() {
    const navigate = useNavigate();
    useEffect(() => {
      document.querySelector('input')?.focus();
    }, []);
    return (
      <main>
        <PageTitle>Reset Password</PageTitle>
        <form>
          <input aria-label="New Password" />
        </form>
        <button onClick={() => void navigate('/left', { replace: true })}>Replace</button>
        <button onClick={() => void navigate('/left')}>Push</button>
      </main>
    );
  }
  const open = () =>
    render(
      <MemoryRouter initialEntries={['/opened/abc']}>
        <Scroll />
        <Stripping />
      </MemoryRouter>,
    );

  test('D15: keeps the focus in the field', () => {
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Replace' }));
    expect(document.activeElement).toBe(screen.getByLabelText('New Password'));
  });

  test('§2: a normal navigation moves the focus to the heading', () => {
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Push' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Reset Password' }));
  });
});
