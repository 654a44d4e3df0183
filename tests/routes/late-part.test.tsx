// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { Link, MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { latePart, preloadParts } from '../../src/routes/late-part.tsx';
import { FirstPageProvider, UNNAMED_ENTRY } from '../../src/routes/page-data.ts';

// The code of the app is loaded in these tests.
vi.mock('../../src/load-app.ts', () => ({ whenNeeded: () => ({ isComing: () => true }) }));

const sent: string[] = [];
/** Watched elements by their observer's callback. */
const watched = new Map<(entries: readonly { isIntersecting: boolean }[]) => void, Element[]>();
let isInSight = true;

function Sight(onChange: (entries: readonly { isIntersecting: boolean }[]) => void) {
  watched.set(onChange, []);
  return {
    observe(element: Element) {
      watched.get(onChange)?.push(element);
      onChange([{ isIntersecting: isInSight }]);
    },
    disconnect: () => watched.delete(onChange),
  };
}

/** Callbacks that deliver pending code. */
const held: (() => void)[] = [];

function Box() {
  const [text, setText] = useState('');
  const [presses, setPresses] = useState(0);
  return (
    <form
      method="post"
      aria-label="Box"
      onSubmit={(event) => {
        event.preventDefault();
        sent.push(text);
      }}
    >
      <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      <input aria-label="Tick" type="checkbox" defaultChecked={false} />
      <button type="button" aria-label="Less" onClick={() => setPresses((before) => before - 1)} />
      <button type="button" aria-label="More" onClick={() => setPresses((before) => before + 1)} />
      <a href="#terms">Terms</a>
      <output>{presses}</output>
    </form>
  );
}

function Around({ Part }: { readonly Part: ComponentType }) {
  const [presses, setPresses] = useState(0);
  return (
    <main>
      <h1>{useLocation().pathname}</h1>
      <button type="button" onClick={() => setPresses(presses + 1)}>{`Outside ${presses}`}</button>
      <Link to="/next">Next page</Link>
      <Part />
    </main>
  );
}

const tree = (Part: ComponentType, isOver = false) => (
  <MemoryRouter initialEntries={['/first']}>
    <FirstPageProvider value={{ now: 0, replies: {}, key: UNNAMED_ENTRY, isOver: () => isOver }}>
      <Around Part={Part} />
    </FirstPageProvider>
  </MemoryRouter>
);

const code = { default: Box };
const endHydration = () => [document.dispatchEvent(new Event('hydrated')), vi.runAllTimers()];
const find = (label: string) => document.querySelector<HTMLElement>(`[aria-label="${label}"]`);
const listening = vi.spyOn(document, 'addEventListener');

beforeEach(() => {
  sent.length = 0;
  isInSight = true;
  vi.stubGlobal('IntersectionObserver', Sight);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Only React's development build compares attributes; it reports `data-kept` as unknown.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(async () => {
  cleanup();
  // Delivers all pending code, because the next test preloads all parts.
  for (const free of held.splice(0)) free();
  await vi.advanceTimersByTimeAsync(20_000);
  for (const [type, listener, options] of listening.mock.calls) document.removeEventListener(type, listener, options);
  listening.mockClear();
  document.body.replaceChildren();
  watched.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Hydrates a server-rendered page, except its part, which hydrates when `load` resolves. */
async function openPage(
  load: () => Promise<typeof code>,
  waking?: Parameters<typeof latePart>[1],
  beforeHydration: () => void = () => undefined,
) {
  const Served = latePart(async () => code);
  await preloadParts();
  const container = document.createElement('div');
  container.innerHTML = renderToString(tree(Served));
  document.body.append(container);
  vi.resetModules();
  await import('../../src/early-presses.ts');
  beforeHydration();
  const errors: unknown[] = [];
  await act(
    async () =>
      void render(tree(latePart(load, waking)), {
        container,
        hydrate: true,
        onRecoverableError: (error) => errors.push(error),
      }),
  );
  const page = within(container);
  document.dispatchEvent(new Event('hydrated'));
  const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  await wait(0);
  return {
    ...page,
    errors,
    wait,
    part: () => container.querySelector('[data-part]')?.getAttribute('data-part'),
    press: (name: string) => act(async () => void fireEvent.click(page.getByRole('button', { name }))),
    type: (text: string) =>
      act(async () => void fireEvent.input(page.getByLabelText('Text'), { target: { value: text } })),
    submit: () => act(async () => void fireEvent.submit(page.getByRole('form', { name: 'Box' }))),
    goOn: () => act(async () => void fireEvent.click(page.getByRole('link', { name: 'Next page' }))),
    text: () => page.getByLabelText<HTMLInputElement>('Text').value,
    presses: () => container.querySelector('output')?.textContent,
    title: () => container.querySelector('h1')?.textContent,
  };
}

/** Creates a loader that resolves when `come` is called. */
function heldCode() {
  let come: () => void = () => undefined;
  let isFree = false;
  held.push(() => {
    isFree = true;
    come();
  });
  const load = vi.fn(() =>
    isFree
      ? Promise.resolve(code)
      : new Promise<typeof code>((resolve) => {
          come = () => resolve(code);
        }),
  );
  return { load, come: () => act(async () => come()) };
}

describe('a part whose code is not loaded', () => {
  test('H11: keeps the server-rendered elements, and React hydrates the same elements', async () => {
    const { load, come } = heldCode();
    const page = await openPage(load);
    const box = page.getByRole('form', { name: 'Box' });
    expect(page.part()).toBe('asleep');
    await come();
    expect([page.part(), page.getByRole('form', { name: 'Box' }) === box, page.errors]).toEqual(['awake', true, []]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('ssr 7: queues a press, a text, a tick and a submit, and replays each once', async () => {
    const { load, come } = heldCode();
    const page = await openPage(load);
    await page.press('More');
    await page.press('More');
    await page.type('ket');
    await page.type('kettle');
    await act(async () => page.getByLabelText('Tick').click());
    await page.submit();
    expect([page.presses(), sent]).toEqual(['0', []]);
    expect(page.getByRole('button', { name: 'More' }).dataset).toHaveProperty('kept');
    await come();
    await page.wait(0);
    expect([page.presses(), page.text(), sent]).toEqual(['1', 'kettle', ['kettle']]);
    expect(page.getByLabelText('Tick')).toHaveProperty('checked', true);
    expect(page.getByRole('button', { name: 'More' }).dataset).not.toHaveProperty('kept');
    await page.press('More');
    await page.wait(0);
    expect(page.presses()).toBe('2');
  });

  test('a press outside it takes effect immediately', async () => {
    const { load, come } = heldCode();
    const page = await openPage(load);
    await page.press('More');
    await page.press('Outside 0');
    await page.press('Outside 1');
    page.getByRole('button', { name: 'Outside 2' });
    await come();
    await page.wait(0);
    page.getByRole('button', { name: 'Outside 2' });
    expect(page.presses()).toBe('1');
  });

  test('its link works without code, and waits only after another press in the part', async () => {
    const { load, come } = heldCode();
    const page = await openPage(load);
    const follow = () => fireEvent.click(page.getByRole('link', { name: 'Terms' }));
    expect(follow()).toBe(true);
    await page.press('More');
    expect(follow()).toBe(false);
    await come();
    const followed = vi.fn();
    page.getByRole('link', { name: 'Terms' }).addEventListener('click', followed);
    await page.wait(0);
    expect([page.presses(), followed.mock.calls.length]).toEqual(['1', 1]);
  });

  test('H15: is fetched again every 4 s until it loads', async () => {
    const load = vi.fn<() => Promise<typeof code>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
    load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(code);
    const page = await openPage(load);
    await page.press('More');
    for (const asked of [1, 2]) {
      await page.wait(3_999);
      expect([page.part(), load.mock.calls.length]).toEqual(['asleep', asked]);
      await page.wait(1);
    }
    await page.wait(0);
    expect([page.part(), page.presses(), load.mock.calls.length]).toEqual(['awake', '1', 3]);
    await page.wait(60_000);
    expect(load).toHaveBeenCalledTimes(3);
  });
});

describe('a part that is out of sight', () => {
  beforeEach(() => {
    isInSight = false;
  });

  test('is not fetched until it is in sight', async () => {
    const load = vi.fn(async () => code);
    const page = await openPage(load);
    await page.wait(60_000);
    expect([page.part(), load.mock.calls.length]).toEqual(['asleep', 0]);
    expect([...watched.values()].flat()).toEqual([page.getByRole('form', { name: 'Box' })]);
    await act(async () => [...watched.keys()].forEach((onChange) => onChange([{ isIntersecting: true }])));
    expect([page.part(), load.mock.calls.length, watched.size]).toEqual(['awake', 1, 0]);
  });

  test.each<[string, () => void, string]>([
    ['for a press before the page hydrated, and handles it', () => find('More')?.click(), '1'],
    ['when it hydrates after the page', () => [find('More')?.click(), endHydration()], '1'],
    ['when it has the focus as it hydrates', () => find('Text')?.focus(), '0'],
  ])('is fetched %s', async (_, beforeHydration, presses) => {
    const page = await openPage(async () => code, {}, beforeHydration);
    await page.wait(0);
    expect([page.part(), page.presses()]).toEqual(['awake', presses]);
  });

  test.each<[string, (box: HTMLElement) => void]>([
    ['focused', (box) => fireEvent.focusIn(box)],
    ['touched', (box) => fireEvent.pointerDown(box)],
    ['pressed by a program that sends a click alone', (box) => fireEvent.click(within(box).getByLabelText('More'))],
    ['submitted', (box) => fireEvent.submit(box)],
  ])('is fetched when it is %s', async (_, use) => {
    const page = await openPage(async () => code);
    await act(async () => use(page.getByRole('form', { name: 'Box' })));
    await page.wait(0);
    expect(page.part()).toBe('awake');
  });

  test('delays no page: the next one fetches its code and shows its elements meanwhile', async () => {
    const { load, come } = heldCode();
    const page = await openPage(load);
    const box = page.getByRole('form', { name: 'Box' });
    await page.goOn();
    await page.wait(0);
    expect([page.title(), page.part(), load.mock.calls.length]).toEqual(['/next', 'asleep', 1]);
    expect(page.getByRole('form', { name: 'Box' })).toBe(box);
    await page.press('More');
    await come();
    await page.wait(0);
    expect([page.part(), page.presses()]).toEqual(['awake', '1']);
  });

  test('watches the elements that it names', async () => {
    const page = await openPage(async () => code, { seen: 'output' });
    expect([...watched.values()].flat().map(({ tagName }) => tagName)).toEqual(['OUTPUT']);
    expect(page.part()).toBe('asleep');
  });

  test('is not woken by its sight when only its use wakes it', async () => {
    const page = await openPage(async () => code, { seen: null });
    expect([page.part(), watched.size]).toEqual(['asleep', 0]);
    await page.press('More');
    await page.wait(0);
    expect([page.part(), page.presses()]).toEqual(['awake', '1']);
  });
});

describe('the next page', () => {
  test('waits one second for the code of its parts, then renders without it', async () => {
    const { load, come } = heldCode();
    const page = await openPage(load);
    const box = page.getByRole('form', { name: 'Box' });
    await page.goOn();
    await page.wait(999);
    expect(page.title()).toBe('/first');
    await page.wait(1);
    expect([page.title(), page.part()]).toEqual(['/next', 'asleep']);
    // The part keeps its elements.
    expect(page.getByRole('form', { name: 'Box' })).toBe(box);
    await come();
    expect([page.part(), page.errors]).toEqual(['awake', []]);
    await page.press('More');
    expect(page.presses()).toBe('1');
  });

  test('applies presses and text in the part from before and after the navigation once', async () => {
    const { load, come } = heldCode();
    const page = await openPage(load);
    await page.type('kettle');
    await page.press('More');
    await page.goOn();
    await page.wait(1_000);
    expect([page.title(), page.text()]).toEqual(['/next', 'kettle']);
    await page.press('Less');
    await page.press('More');
    await page.submit();
    await page.press('Outside 0');
    page.getByRole('button', { name: 'Outside 1' });
    await come();
    await page.wait(0);
    expect([page.presses(), page.text(), sent]).toEqual(['0', 'kettle', ['kettle']]);
  });

  test('gives the focus to the new element when the focused one is replaced', async () => {
    const { load, come } = heldCode();
    const page = await openPage(load);
    await act(async () => find('More')?.focus());
    const served = document.activeElement;
    await page.goOn();
    await come();
    await page.wait(1_000);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('More');
    expect(document.activeElement).not.toBe(served);
  });

  test('renders immediately when the code is loaded, and its part does not change', async () => {
    const page = await openPage(async () => code);
    await page.type('kettle');
    const box = page.getByRole('form', { name: 'Box' });
    await page.goOn();
    expect([page.title(), page.text(), page.part()]).toEqual(['/next', 'kettle', 'awake']);
    expect(page.getByRole('form', { name: 'Box' })).toBe(box);
  });

  test('uses code that loads within the wait', async () => {
    const { load, come } = heldCode();
    const page = await openPage(load);
    await page.type('kettle');
    await page.goOn();
    await page.wait(500);
    await come();
    await page.wait(0);
    expect([page.title(), page.part(), page.text()]).toEqual(['/next', 'awake', 'kettle']);
  });
});

test('a part that is new on a later page renders immediately when its code is loaded', async () => {
  const Part = latePart(async () => code);
  await preloadParts();
  expect(render(tree(Part, true)).getByRole('form', { name: 'Box' })).toBeTruthy();
});

test('a press in a part of an unmounted page does nothing', async () => {
  const { load, come } = heldCode();
  const page = await openPage(load);
  await page.press('More');
  const more = page.getByRole('button', { name: 'More' });
  const pressed = vi.fn();
  more.addEventListener('click', pressed);
  cleanup();
  await come();
  document.dispatchEvent(new Event('part-awake'));
  await page.wait(0);
  expect(pressed).not.toHaveBeenCalled();
});
