// @vitest-environment happy-dom
import { cleanup, fireEvent, render, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { changePasswordMachine } from '../../src/machines/account/change-password.machine.ts';
import { ChangePasswordView } from '../../src/views/account/change-password.view.tsx';
import { at } from './reads.tsx';

afterEach(cleanup);

const filled = { currentPassword: 'Old', newPassword: 'Abcdefg1', confirmPassword: 'Abcdefg1' };
const view = (value: object | string, context: object = {}, send: (event: unknown) => void) => (
  <ChangePasswordView snapshot={at(changePasswordMachine, undefined, value as never, context)} send={send} />
);
const routed = (...args: Parameters<typeof view>) => <MemoryRouter>{view(...args)}</MemoryRouter>;

describe('§2 Profile, Change Password', () => {
  test('the button is disabled but focusable until all three fields are filled', () => {
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

  test.each(['Current Password', 'New Password', 'Confirm New Password'])(
    'Enter in the field %s submits an incomplete form',
    (label) => {
      const send = vi.fn();
      const { container } = render(routed({ editing: 'plain' }, {}, send));
      fireEvent.keyDown(within(container).getByLabelText(label), { key: 'Enter' });
      expect(send.mock.calls).toEqual([[{ type: 'form.submit' }]]);
    },
  );

  test('Enter submits an incomplete form once to show its errors; the browser submits a complete one', () => {
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
