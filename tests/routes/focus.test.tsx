// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Disclosure } from '../../src/views/parts/disclosure.tsx';
import { PageTitle } from '../../src/views/parts/page.tsx';
import { RemoveButton } from '../../src/views/parts/remove-button.tsx';
import { RetryButton } from '../../src/views/parts/retry-button.tsx';
import { Stepper } from '../../src/views/parts/stepper.tsx';

afterEach(cleanup);

function Lines() {
  const [lines, setLines] = useState(['Kettle', 'Lamp']);
  if (lines.length === 0)
    return (
      <main>
        <PageTitle>Your cart is empty</PageTitle>
      </main>
    );
  return (
    <main>
      <PageTitle>Your Cart</PageTitle>
      <ul tabIndex={-1} aria-label="Items">
        {lines.map((line) => (
          <li key={line}>
            <RemoveButton label={line} onRemove={() => setLines(lines.filter((other) => other !== line))} />
          </li>
        ))}
      </ul>
    </main>
  );
}

test('removing a line moves the focus to the list; the last line moves it to the new heading', async () => {
  const page = render(<Lines />);
  fireEvent.click(page.getByRole('button', { name: 'Remove Kettle' }));
  expect(document.activeElement).toBe(page.getByRole('list', { name: 'Items' }));
  fireEvent.click(page.getByRole('button', { name: 'Remove Lamp' }));
  await Promise.resolve();
  expect(document.activeElement).toBe(page.getByRole('heading', { name: 'Your cart is empty' }));
});

test('§2: Escape closes an open menu and returns the focus to its button', () => {
  const closed: string[] = [];
  const page = render(
    <Disclosure
      buttonClassName=""
      panelClassName=""
      button="Profile"
      isOpen
      onToggle={() => undefined}
      onClose={() => closed.push('closed')}
    >
      <a href="/profile">My Profile</a>
    </Disclosure>,
  );
  const link = page.getByRole('link', { name: 'My Profile' });
  link.focus();
  fireEvent.keyDown(link, { key: 'Tab' });
  expect(closed).toEqual([]);
  fireEvent.keyDown(link, { key: 'Escape' });
  expect(closed).toEqual(['closed']);
  expect(document.activeElement).toBe(page.getByRole('button', { name: 'Profile' }));
});

test('§8: Try Again moves the focus to the heading', async () => {
  const page = render(
    <main>
      <PageTitle>All Products</PageTitle>
      <RetryButton onRetry={() => undefined} />
    </main>,
  );
  fireEvent.click(page.getByRole('button', { name: 'Try Again' }));
  await Promise.resolve();
  expect(document.activeElement).toBe(page.getByRole('heading', { name: 'All Products' }));
});

test('U17: a stepper button at the limit stays focusable and does nothing', () => {
  const pressed: string[] = [];
  const page = render(
    <Stepper
      label="Kettle"
      value={3}
      stock={3}
      canDecrease
      canIncrease={false}
      onDecrease={() => pressed.push('-')}
      onIncrease={() => pressed.push('+')}
      onChange={() => pressed.push('typed')}
    />,
  );
  const more = page.getByRole('button', { name: 'Increase quantity' });
  expect(more).toHaveProperty('disabled', false);
  expect(more.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(more);
  fireEvent.click(page.getByRole('button', { name: 'Decrease quantity' }));
  expect(pressed).toEqual(['-']);
});
