// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ModalStepsContext } from '../../src/views/parts/modal-steps.ts';
import { Modal } from '../../src/views/parts/modal.tsx';
import { ignore } from './reads.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const drawn = (view: React.ReactElement) => render(<MemoryRouter>{view}</MemoryRouter>);

describe('a modal', () => {
  const event = (type: string) => new Event(type, { cancelable: true });
  const modal = (onDismiss?: () => void) =>
    drawn(
      <Modal title="Pay" {...(onDismiss && { onDismiss })}>
        Now
      </Modal>,
    ).getByRole('dialog', { name: 'Pay' }) as HTMLDialogElement;

  test('Escape calls onDismiss and does not close it; a close by the browser also calls onDismiss', () => {
    const dismiss = vi.fn();
    const dialog = modal(dismiss);
    const cancel = event('cancel');
    fireEvent(dialog, cancel);
    expect([cancel.defaultPrevented, dialog.open, dismiss.mock.calls.length]).toEqual([true, true, 1]);
    const reopen = vi.spyOn(dialog, 'showModal');
    dialog.open = false;
    fireEvent(dialog, event('close'));
    expect([dismiss.mock.calls.length, reopen.mock.calls.length]).toEqual([2, 0]);
  });

  test('X31: a press outside dismisses it, a press that only ends outside does not', () => {
    const dismiss = vi.fn();
    const dialog = modal(dismiss);
    fireEvent.pointerDown(dialog.firstElementChild as Element);
    fireEvent.click(dialog);
    expect(dismiss).not.toHaveBeenCalled();
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog);
    expect(dismiss).toHaveBeenCalledOnce();
  });

  test('X31: has a close button unless it cannot be dismissed', () => {
    const dismiss = vi.fn();
    fireEvent.click(
      drawn(
        <Modal title="Pay" onDismiss={dismiss}>
          Now
        </Modal>,
      ).getByRole('button'),
    );
    expect(dismiss).toHaveBeenCalledOnce();
    cleanup();
    expect(drawn(<Modal title="Pay">Now</Modal>).queryByRole('button')).toBeNull();
  });

  const WAYS = {
    Escape: (dialog: Element) => fireEvent(dialog, event('cancel')),
    'a press outside': (dialog: Element) => (fireEvent.pointerDown(dialog), fireEvent.click(dialog)),
    'the close button': (dialog: Element) => {
      const close = [...dialog.querySelectorAll('button')].find(
        (button) => button.getAttribute('aria-label') === 'Close',
      );
      if (close) fireEvent.click(close);
    },
    Back: (_: Element, back: () => void) => back(),
  };
  describe.each(Object.entries(WAYS))('left by %s', (_, leave) => {
    const filled = (typed: string, keepsInput: boolean) => {
      const dismiss = vi.fn();
      let back = ignore;
      const open = (onBack: () => void) => {
        back = onBack;
        return ignore;
      };
      const page = drawn(
        <ModalStepsContext value={{ open }}>
          <Modal title="Address" keepsInput={keepsInput} onDismiss={dismiss}>
            <input name="city" defaultValue="Thika" />
          </Modal>
        </ModalStepsContext>,
      );
      const dialog = page.getByRole('dialog', { name: 'Address' });
      fireEvent.input(page.getByRole('textbox'), { target: { value: typed } });
      act(() => void leave(dialog, back));
      return { page, dismiss, press: (name: string) => fireEvent.click(page.getByRole('button', { name })) };
    };

    test('X31: asks for confirmation before it discards typed input', () => {
      const { page, dismiss, press } = filled('Nairobi', false);
      expect(dismiss).not.toHaveBeenCalled();
      const question = page.getByRole('dialog', { name: 'Discard your changes?' });
      expect(question.textContent).toContain('What you changed here is not saved.');
      press('Keep editing');
      expect([dismiss.mock.calls.length, page.queryByText('Keep editing')]).toEqual([0, null]);
    });

    test('X31: discards the input after the shopper confirms', () => {
      const { dismiss, press } = filled('Nairobi', false);
      press('Discard');
      expect(dismiss).toHaveBeenCalledOnce();
    });

    test('X31: does not ask when nothing was typed, or when the input is kept', () => {
      expect(filled('Thika', false).dismiss).toHaveBeenCalledOnce();
      cleanup();
      expect(filled('Nairobi', true).dismiss).toHaveBeenCalledOnce();
    });
  });

  test.each<[string, React.ReactElement, (field: HTMLElement) => unknown, (field: HTMLElement) => unknown]>([
    [
      'a text',
      <textarea key="one" name="note" defaultValue="Gate 2" />,
      (field) => fireEvent.input(field, { target: { value: 'Gate 3' } }),
      (field) => fireEvent.input(field, { target: { value: 'Gate 2' } }),
    ],
    [
      'a selected option',
      <select key="one" name="type" defaultValue="Home">
        <option>Home</option>
        <option>Work</option>
      </select>,
      (field) => fireEvent.change(field, { target: { value: 'Work' } }),
      (field) => fireEvent.change(field, { target: { value: 'Home' } }),
    ],
    ['a tick', <input key="one" name="isDefault" type="checkbox" />, fireEvent.click, fireEvent.click],
    [
      'a tick that was set',
      <input key="one" name="a" type="checkbox" defaultChecked />,
      fireEvent.click,
      fireEvent.click,
    ],
    ['one of several choices', <input key="one" name="way" type="radio" value="pickup" />, fireEvent.click, ignore],
  ])('X31: asks before it discards %s, but not after the change is undone', (_, field, change, undo) => {
    const dismiss = vi.fn();
    const page = drawn(
      <Modal title="Address" onDismiss={dismiss}>
        {field}
      </Modal>,
    );
    const close = () => fireEvent.click(page.getByRole('button', { name: 'Close' }));
    const control = page.getByRole('dialog').querySelector<HTMLElement>('input, select, textarea') as HTMLElement;
    change(control);
    close();
    expect(dismiss).not.toHaveBeenCalled();
    fireEvent.click(page.getByRole('button', { name: 'Keep editing' }));
    undo(control);
    if (undo === ignore) return;
    close();
    expect(dismiss).toHaveBeenCalledOnce();
  });

  test('reopens when it cannot be dismissed', () => {
    const dialog = modal();
    const cancel = event('cancel');
    fireEvent(dialog, cancel);
    expect(cancel.defaultPrevented).toBe(true);
    const reopen = vi.spyOn(dialog, 'showModal').mockImplementation(ignore);
    dialog.open = false;
    fireEvent(dialog, event('close'));
    expect(reopen).toHaveBeenCalledOnce();
  });

  test('ignores a close event while it is open, because React mounts twice in development', () => {
    const dismiss = vi.fn();
    fireEvent(modal(dismiss), event('close'));
    expect(dismiss).not.toHaveBeenCalled();
  });
});
