// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { connect, useSelected, useSnapshot } from '../../src/routes/connect.tsx';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** An actor that holds a number. */
function createActor(first: number) {
  const observers = new Set<() => void>();
  let snapshot = { value: first };
  return {
    getSnapshot: () => snapshot,
    subscribe(observer: () => void) {
      observers.add(observer);
      return { unsubscribe: () => void observers.delete(observer) };
    },
    send(value: number) {
      snapshot = { value };
      observers.forEach((observer) => observer());
    },
    count: () => observers.size,
  };
}

const FIRST = { value: 1 };

describe.each([
  ['useSnapshot', (actor: ReturnType<typeof createActor>) => useSnapshot(actor, FIRST).value],
  ['useSelected', (actor: ReturnType<typeof createActor>) => useSelected(actor, FIRST, ({ value }) => value)],
] as const)('%s', (_, useValue) => {
  const Value = ({ actor }: { readonly actor: ReturnType<typeof createActor> }) => <p>{useValue(actor)}</p>;

  test('follows an actor and stops when its part leaves the page', () => {
    const actor = createActor(1);
    const page = render(<Value actor={actor} />);
    for (const value of [2, 3]) act(() => actor.send(value));
    expect([page.container.textContent, actor.count()]).toEqual(['3', 1]);
    page.unmount();
    expect(actor.count()).toBe(0);
  });

  test('subscribes once to an actor, however often it renders, and to another actor', () => {
    const [actor, other] = [createActor(1), createActor(2)];
    const subscribed = [actor, other].map((one) => vi.spyOn(one, 'subscribe'));
    const page = render(<Value actor={actor} />);
    page.rerender(<Value actor={actor} />);
    act(() => actor.send(3));
    page.rerender(<Value actor={other} />);
    expect(subscribed.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    expect([page.container.textContent, actor.count(), other.count()]).toEqual(['2', 0, 1]);
  });

  test('H11: hydrates with the snapshot of the server, then shows the current one', async () => {
    const actor = createActor(1);
    const root = document.body.appendChild(document.createElement('div'));
    root.innerHTML = renderToString(<Value actor={actor} />);
    actor.send(2);
    expect(renderToString(<Value actor={actor} />)).toBe('<p>1</p>');
    const problems: unknown[] = [];
    const shown = await act(async () =>
      hydrateRoot(
        root,
        <StrictMode>
          <Value actor={actor} />
        </StrictMode>,
        { onRecoverableError: (problem) => problems.push(problem) },
      ),
    );
    expect([root.textContent, problems]).toEqual(['2', []]);
    act(() => shown.unmount());
  });
});

test('renders an actor that the server does not know with its own snapshot', () => {
  const actor = createActor(4);
  const Value = () => <p>{useSnapshot(actor).value}</p>;
  expect(renderToString(<Value />)).toBe('<p>4</p>');
});

test('connects a view with the snapshot of an actor, its `send` and its other parts', () => {
  const actor = createActor(1);
  const View = connect(
    ({
      snapshot,
      send,
      part,
    }: {
      readonly snapshot: { readonly value: number };
      readonly send: (event: number) => void;
      readonly part: string;
    }) => <button type="button" onClick={() => send(snapshot.value + 1)}>{`${part} ${snapshot.value}`}</button>,
  );
  const page = render(<View actor={actor} part="Pieces" />);
  act(() => page.getByRole('button').click());
  expect(page.container.textContent).toBe('Pieces 2');
});
