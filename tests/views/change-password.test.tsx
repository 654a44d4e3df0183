// @vitest-environment happy-dom
import { cleanup, fireEvent, render, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { changePasswordMachine } from '../../src/machines/account/change-password.machine.ts';
import { ChangePasswordView } from '../../src/views/account/change-password.view.tsx';
import { at, expectReading, ignore } from './reads.tsx';

afterEach(cleanup);

const filled = { currentPassword: 'Old', newPassword: 'Abcdefg1', confirmPassword: 'Abcdefg1' };
const view = (value: object | string, context: object = {}, send: (event: unknown) => void = ignore) => (
  <ChangePasswordView snapshot={at(changePasswordMachine, undefined, value as never, context)} send={send} />
);
const routed = (...args: Parameters<typeof view>) => <MemoryRouter>{view(...args)}</MemoryRouter>;

describe('§2 Profile, Change Password', () => {
  test('X25: it leads whoever has no password yet to a link', () =>
    expectReading(
      view({ editing: 'plain' }),
      `
        region "Change Password"
          heading 2 "Change Password"
          form "Change Password"
            textbox "Current Password" = '' [currentPassword] (password, required)
            button "Show current password"
            No password yet, or forgotten?
            link "Get a link to set one" -> /auth/forgot-password
            textbox "New Password" = '' [newPassword] (password, required) : 8+ characters: not yetUppercase letter: not yetLowercase letter: not yetNumber: not yet
            button "Show new password"
            list "What the new password needs"
              8+ characters: not yet
              Uppercase letter: not yet
              Lowercase letter: not yet
              Number: not yet
            textbox "Confirm New Password" = '' [confirmPassword] (password, required)
            button "Show confirm new password"
            button "Change Password" (off, submits)
      `,
    ));
  test('a refusal', () =>
    expectReading(
      view(
        { editing: 'refused' },
        { newPassword: 'Abcdefg', isNewShown: true, problem: { text: 'Wrong', requestId: 'req-1' } },
      ),
      `
        region "Change Password"
          heading 2 "Change Password"
          form "Change Password"
            textbox "Current Password" = '' [currentPassword] (password, required)
            button "Show current password"
            No password yet, or forgotten?
            link "Get a link to set one" -> /auth/forgot-password
            textbox "New Password" = 'Abcdefg' [newPassword] (required) : 8+ characters: not yetUppercase letter: yesLowercase letter: yesNumber: not yet
            button "Hide new password"
            list "What the new password needs"
              8+ characters: not yet
              Uppercase letter: yes
              Lowercase letter: yes
              Number: not yet
            textbox "Confirm New Password" = '' [confirmPassword] (password, required)
            button "Show confirm new password"
            alert
              Wrong
              Request req-1
            button "Change Password" (off, submits)
      `,
    ));
  test('while it is saved', () =>
    expectReading(
      view('saving', filled),
      `
        region "Change Password"
          heading 2 "Change Password"
          form "Change Password"
            textbox "Current Password" = 'Old' [currentPassword] (password, read only, required)
            button "Show current password" (disabled)
            No password yet, or forgotten?
            link "Get a link to set one" -> /auth/forgot-password
            textbox "New Password" = 'Abcdefg1' [newPassword] (password, read only, required) : 8+ characters: yesUppercase letter: yesLowercase letter: yesNumber: yes
            button "Show new password" (disabled)
            list "What the new password needs"
              8+ characters: yes
              Uppercase letter: yes
              Lowercase letter: yes
              Number: yes
            textbox "Confirm New Password" = 'Abcdefg1' [confirmPassword] (password, read only, required)
            button "Show confirm new password" (disabled)
            button "Change Password" (off, busy, submits)
      `,
    ));

  test('the button is off, and yet keeps the focus, until all three are filled', () => {
    const send = vi.fn();
    const { container, rerender } = render(routed({ editing: 'plain' }, { ...filled, confirmPassword: '' }, send));
    const button = within(container).getByRole('button', { name: 'Change Password' });
    button.focus();
    fireEvent.click(button);
    expect(send.mock.calls).toEqual([]);
    rerender(routed({ editing: 'plain' }, filled, send));
    fireEvent.click(button);
    expect(send.mock.calls).toEqual([[{ type: 'form.submit' }]]);
    rerender(routed({ editing: 'changed' }, {}, send));
    expect(document.activeElement).toBe(button);
  });

  test('Enter in a form that is not filled says so once; in a filled one it is left to the browser', () => {
    const send = vi.fn();
    const { container, rerender } = render(routed({ editing: 'plain' }, {}, send));
    const field = within(container).getByLabelText('New Password');
    expect(fireEvent.keyDown(field, { key: 'a' })).toBe(true);
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
    rerender(routed({ editing: 'plain' }, filled, send));
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true);
    rerender(routed('saving', filled, send));
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true);
    expect(send.mock.calls).toEqual([[{ type: 'form.submit' }]]);
  });
});
