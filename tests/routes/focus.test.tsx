// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
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

test('a removed line leaves the focus on the list, and the last one on the heading of what follows', async () => {
  const page = render(<Lines />);
  fireEvent.click(page.getByRole('button', { name: 'Remove Kettle' }));
  expect(document.activeElement).toBe(page.getByRole('list', { name: 'Items' }));
  fireEvent.click(page.getByRole('button', { name: 'Remove Lamp' }));
  await Promise.resolve();
  expect(document.activeElement).toBe(page.getByRole('heading', { name: 'Your cart is empty' }));
});

test('§8: who presses Try Again goes on at the heading', async () => {
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

test('U17: a stepper at its end keeps the focus and does nothing', () => {
  const pressed: string[] = [];
  const page = render(
    <Stepper
      label="Kettle"
      value={3}
      max={3}
      onDecrease={() => pressed.push('-')}
      onIncrease={() => pressed.push('+')}
    />,
  );
  const more = page.getByRole('button', { name: 'Increase quantity' });
  expect(more).toHaveProperty('disabled', false);
  expect(more.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(more);
  fireEvent.click(page.getByRole('button', { name: 'Decrease quantity' }));
  expect(pressed).toEqual(['-']);
});
