// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { use } from 'react';
import { MemoryRouter, useHref, useLocation } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { ModalStepsProvider } from '../../src/routes/modal-steps.tsx';
import { ModalStepsContext } from '../../src/views/parts/modal-steps.ts';
import { createNavigator } from '../support/open-page.tsx';

afterEach(cleanup);

/** Renders a page in the provider, with steps that delay each navigation until `release` is called. */
function open() {
  const held: (() => void)[] = [];
  const steps = {
    open: vi.fn(() => () => undefined),
    navigate: (work: () => void) => void held.push(work),
    leave: vi.fn(),
  } as unknown as Parameters<typeof ModalStepsProvider>[0]['steps'];
  const { Navigator, router } = createNavigator();
  function Page() {
    const isGiven = use(ModalStepsContext) === steps;
    return (
      <a href={useHref('/there')}>
        {useLocation().pathname} {isGiven ? 'with steps' : 'without'}
      </a>
    );
  }
  const page = render(
    <MemoryRouter initialEntries={['/first', '/second']}>
      <ModalStepsProvider steps={steps}>
        <Navigator />
        <Page />
      </ModalStepsProvider>
    </MemoryRouter>,
  );
  return {
    link: () => page.getByRole('link'),
    go: (to: string | number, options?: { readonly replace: boolean }) =>
      act(() => void (typeof to === 'number' ? router.go(to) : router.go(to, options))),
    release: () => act(() => held.splice(0).forEach((work) => work())),
  };
}

test('X31: renders the page and its links, and provides the steps to its modals', () => {
  const { link } = open();
  expect(link().textContent).toBe('/second with steps');
  expect(link().getAttribute('href')).toBe('/there');
});

test('X31: each navigation waits until the history entry of a modal is removed', () => {
  const { link, go, release } = open();
  go('/third');
  expect(link().textContent).toMatch(/^\/second/);
  release();
  expect(link().textContent).toMatch(/^\/third/);
  go(-1);
  expect(link().textContent).toMatch(/^\/third/);
  release();
  expect(link().textContent).toMatch(/^\/second/);
});

test('X31: a navigation with `replace` replaces the history entry', () => {
  const { link, go, release } = open();
  go('/third', { replace: true });
  release();
  go(-1);
  release();
  expect(link().textContent).toMatch(/^\/first/);
});
