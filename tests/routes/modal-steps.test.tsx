// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { use } from 'react';
import { MemoryRouter, useHref, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { ModalStepsProvider } from '../../src/routes/modal-steps.tsx';
import { ModalStepsContext } from '../../src/views/parts/modal-steps.ts';

afterEach(cleanup);

/** A page inside of the provider, with steps that hold each navigation until `release` is called. */
function open() {
  const held: (() => void)[] = [];
  const steps = {
    open: vi.fn(() => () => undefined),
    navigate: (work: () => void) => void held.push(work),
    leave: vi.fn(),
  } as unknown as Parameters<typeof ModalStepsProvider>[0]['steps'];
  const seen = { at: '', given: null as unknown, navigate: (() => undefined) as ReturnType<typeof useNavigate> };
  function Page() {
    const { pathname } = useLocation();
    seen.at = pathname;
    seen.given = use(ModalStepsContext);
    seen.navigate = useNavigate();
    return <a href={useHref('/there')}>{pathname}</a>;
  }
  const page = render(
    <MemoryRouter initialEntries={['/first', '/second']}>
      <ModalStepsProvider steps={steps}>
        <Page />
      </ModalStepsProvider>
    </MemoryRouter>,
  );
  return {
    page,
    seen,
    steps,
    go: (...to: [string, object?] | [number]) => act(() => void (seen.navigate as (...it: unknown[]) => void)(...to)),
    release: () => act(() => held.splice(0).forEach((work) => work())),
  };
}

test('X31: the page and its links are shown, and its modals find the steps', () => {
  const { page, seen, steps } = open();
  expect(page.getByRole('link', { name: '/second' }).getAttribute('href')).toBe('/there');
  expect(seen.given).toBe(steps);
});

test('X31: each navigation waits until the step of a modal is gone', () => {
  const { seen, go, release } = open();
  go('/third');
  expect(seen.at).toBe('/second');
  release();
  expect(seen.at).toBe('/third');
  go(-1);
  expect(seen.at).toBe('/third');
  release();
  expect(seen.at).toBe('/second');
});

test('X31: a pushed page leaves the one before in the history, one that replaces it does not', () => {
  const { seen, go, release } = open();
  go('/third', { replace: true });
  release();
  go(-1);
  release();
  expect(seen.at).toBe('/first');
});
