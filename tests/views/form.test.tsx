// @vitest-environment happy-dom
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Alert } from '../../src/views/parts/alert.tsx';
import { Button } from '../../src/views/parts/button.tsx';
import { Form } from '../../src/views/parts/form.tsx';
import { Picture } from '../../src/views/parts/picture.tsx';
import { Stepper } from '../../src/views/parts/stepper.tsx';
import { TextField } from '../../src/views/parts/text-field.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const ignore = () => undefined;

function LoginForm({
  errors,
  onSubmit = ignore,
}: {
  readonly errors: readonly string[];
  readonly onSubmit?: () => void;
}) {
  return (
    <Form label="Login" onSubmit={onSubmit}>
      {['Email', 'Password'].map((name) => (
        <TextField
          key={name}
          label={name}
          name={name}
          value=""
          onChange={ignore}
          error={errors.includes(name) ? `${name} is required` : null}
        />
      ))}
      <button type="submit">Login</button>
    </Form>
  );
}

describe('a form moves the focus to its first invalid field', () => {
  test('when the submit renders the errors', async () => {
    const page = render(
      <LoginForm errors={[]} onSubmit={() => page.rerender(<LoginForm errors={['Email', 'Password']} />)} />,
    );
    fireEvent.submit(page.getByRole('form'));
    await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('Email')));
  });

  test('when the same field is still invalid and nothing re-renders', async () => {
    const page = render(<LoginForm errors={['Password']} />);
    fireEvent.submit(page.getByRole('form'));
    await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('Password')));
  });

  test('when the server responds, unless the shopper has continued typing', () => {
    const page = render(<LoginForm errors={[]} />);
    fireEvent.submit(page.getByRole('form'));
    fireEvent.input(page.getByLabelText('Password'), { target: { value: 'x' } });
    page.rerender(<LoginForm errors={['Email']} />);
    expect(document.activeElement).toBe(document.body);
  });
});

test('U11: an alert takes the focus when its problem appears', () => {
  const page = render(<Alert problem={null} takeFocus />);
  page.rerender(<Alert problem={{ text: 'Registration failed', requestId: null }} takeFocus />);
  expect(document.activeElement).toBe(page.getByRole('alert'));
});

test('a busy button ignores presses', () => {
  const press = vi.fn();
  const page = render(
    <Button busy onClick={press}>
      Login
    </Button>,
  );
  fireEvent.click(page.getByRole('button'));
  expect(press).not.toHaveBeenCalled();
});

test('§2: the placeholder replaces a picture that fails to load', () => {
  // happy-dom does not load pictures and reports each as complete.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  const page = render(<Picture src="/media/gone-1" alt="A TV" sizes="100px" />);
  const image = page.getByRole('img', { name: 'A TV' });
  expect(image.tagName).toBe('IMG');
  fireEvent.error(image);
  expect(page.getByRole('img', { name: 'A TV' }).tagName).toBe('SPAN');
});

describe('§2 Cart: a typed quantity', () => {
  const typed = (text: string, value = 2) => {
    const change = vi.fn();
    const page = render(
      <Stepper
        label="Phone"
        value={value}
        stock={9}
        canDecrease
        canIncrease
        onDecrease={ignore}
        onIncrease={ignore}
        onChange={change}
      />,
    );
    const field = page.getByRole('textbox', { name: 'Quantity' }) as HTMLInputElement;
    fireEvent.change(field, { target: { value: text } });
    fireEvent.blur(field);
    return { change, field };
  };

  test.each([
    ['5', 5],
    ['0', 1],
    ['-4', 1],
  ])('%s is reported as %s', (text, told) => {
    expect(typed(text).change).toHaveBeenCalledWith(told);
  });

  test('ignores a quantity below one at one piece', () => expect(typed('0', 1).change).not.toHaveBeenCalled());

  test.each([['2'], ['x'], ['1.5']])('%s changes nothing', (text) => {
    const { change, field } = typed(text);
    expect(change).not.toHaveBeenCalled();
    expect(field.value).toBe('2');
  });
});
