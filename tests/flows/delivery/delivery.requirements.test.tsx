// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { ApiError } from '../../../contract/errors.ts';
import { callKey } from '../../../contract/endpoint.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { PickupStation } from '../../../contract/pickup.ts';
import { getDeliveryChoice, HOME_DELIVERY } from '../../../src/rules/checkout/pickup.ts';
import { composeDelivery } from '../../../src/compose/checkout/delivery.ts';
import type { ComposeEnv } from '../../../src/compose/env.ts';
import { connect } from '../../../src/routes/connect.tsx';
import { DeliveryView } from '../../../src/views/checkout/delivery.view.tsx';
import { Form } from '../../../src/views/parts/form.tsx';
import { s1, s2 } from '../support/pickup.samples.ts';
import { until } from '../../support/until.ts';

afterEach(cleanup);

const WESTLANDS = 'GET /pickup-stations/location?city=Westlands&county=Nairobi';
const KASARANI = 'GET /pickup-stations/location?city=Kasarani&county=Nairobi';
const kasarani: PickupStation = { ...s1, _id: 's3', name: 'Kasarani Stage', city: 'Kasarani' };
const Delivery = connect(DeliveryView);

/** A pending request. The test settles it by hand. */
interface Asked {
  readonly key: string;
  readonly signal: AbortSignal;
  answer(stations: readonly PickupStation[]): void;
  fail(error: ApiError): void;
}

/** The composed machine on an API whose responses the test gives by hand, with a simulated clock. */
function opened() {
  const asked: Asked[] = [];
  const api = (endpoint: Endpoint, request: Record<string, unknown>, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      asked.push({
        key: callKey(endpoint, request),
        signal,
        answer: (stations) => resolve({ success: true, data: { stations } }),
        fail: reject,
      });
    });
  const clock = new SimulatedClock();
  const actor = createActor(composeDelivery({ api: async () => api } as unknown as ComposeEnv), { clock }).start();
  const question = (key: string) =>
    until(() => {
      const found = asked.findLast((one) => one.key === key);
      if (found === undefined)
        throw new Error(`${key} was not asked; there were: ${asked.map((one) => one.key).join(', ')}`);
      return found;
    });
  return {
    actor,
    asked,
    clock,
    question,
    place: () => (actor.getSnapshot().value as { pickup: { place: string } }).pickup.place,
  };
}

async function inWestlands() {
  const shop = opened();
  shop.actor.send({ type: 'delivery.choose', method: 'pickup_station' });
  shop.actor.send({ type: 'county.choose', county: 'Nairobi' });
  shop.actor.send({ type: 'town.choose', town: 'Westlands' });
  return { ...shop, first: await shop.question(WESTLANDS) };
}

describe('§4, A47: the newest choice counts', () => {
  test('A47: another town aborts the request for the stations of the last one and ignores a late response', async () => {
    const { actor, first, question, place } = await inWestlands();
    actor.send({ type: 'town.choose', town: 'Kasarani' });
    const second = await question(KASARANI);
    expect(first.signal.aborted).toBe(true);
    first.answer([s1, s2]);
    await Promise.resolve();
    expect(place()).toBe('loadingStations');
    second.answer([kasarani]);
    await until(() => expect(place()).toBe('choosingStation'));
    first.fail(new ApiError({ kind: 'offline', status: 0 }));
    expect(getDeliveryChoice(actor.getSnapshot())).toMatchObject({
      county: 'Nairobi',
      town: 'Kasarani',
      station: { _id: 's3' },
    });
  });

  test('§4: a late response chooses no station after a switch to home delivery', async () => {
    const { actor, first } = await inWestlands();
    actor.send({ type: 'delivery.choose', method: 'home_delivery' });
    first.answer([s1, s2]);
    await Promise.resolve();
    expect(first.signal.aborted).toBe(true);
    expect(getDeliveryChoice(actor.getSnapshot())).toEqual(HOME_DELIVERY);
  });

  test('A47: another town clears the station before its own stations arrive', async () => {
    const { actor, first, place } = await inWestlands();
    first.answer([s1, s2]);
    await until(() => expect(place()).toBe('choosingStation'));
    expect(getDeliveryChoice(actor.getSnapshot()).station).toBe(s1);
    actor.send({ type: 'station.choose', id: 's2' });
    expect(getDeliveryChoice(actor.getSnapshot()).station).toBe(s2);
    actor.send({ type: 'town.choose', town: 'Kasarani' });
    expect(getDeliveryChoice(actor.getSnapshot())).toMatchObject({ town: 'Kasarani', station: null });
    actor.send({ type: 'county.choose', county: 'Mombasa' });
    expect(getDeliveryChoice(actor.getSnapshot())).toMatchObject({ county: 'Mombasa', town: '', station: null });
  });

  test('the choice stays the same object until another choice is made', async () => {
    const { actor, first, place } = await inWestlands();
    const before = getDeliveryChoice(actor.getSnapshot());
    actor.send({ type: 'search.change', query: 'nyali' });
    actor.send({ type: 'town.choose', town: 'Westlands' });
    actor.send({ type: 'choice.refused', text: 'Please select a pickup station' });
    expect(getDeliveryChoice(actor.getSnapshot())).toBe(before);
    first.answer([s1]);
    await until(() => expect(place()).toBe('choosingStation'));
    expect(getDeliveryChoice(actor.getSnapshot())).not.toBe(before);
  });
});

describe('U26: search as you type', () => {
  const searched = (query: string) => `GET /pickup-stations/search?query=${query}`;

  test('U26: finds towns immediately; requests station names after 300 ms without typing', async () => {
    const { actor, asked, clock, question } = opened();
    actor.send({ type: 'delivery.choose', method: 'pickup_station' });
    for (const query of ['s', 'sa', 'sar', ' sari ']) {
      actor.send({ type: 'search.change', query });
      clock.increment(299);
    }
    await Promise.resolve();
    expect(asked).toEqual([]);
    clock.increment(1);
    const only = await question(searched('sari'));
    expect(asked).toHaveLength(1);
    only.answer([s2]);
    await until(() => expect(actor.getSnapshot().context.found).toEqual([s2]));
  });

  test('U26: further typing aborts the request, and a failed search shows no error', async () => {
    const { actor, clock, question } = opened();
    actor.send({ type: 'delivery.choose', method: 'pickup_station' });
    actor.send({ type: 'search.change', query: 'sar' });
    clock.increment(300);
    const early = await question(searched('sar'));
    actor.send({ type: 'search.change', query: 'sarit' });
    expect(early.signal.aborted).toBe(true);
    clock.increment(300);
    (await question(searched('sarit'))).fail(new ApiError({ kind: 'refused', status: 500 }));
    await until(() => expect(actor.getSnapshot().matches({ pickup: { search: 'idle' } })).toBe(true));
    expect(actor.getSnapshot().context).toMatchObject({ problem: null, query: 'sarit', found: [] });
  });

  test('U26: a station that is picked by its name becomes the choice, and its constituency is sent', async () => {
    const { actor, question, place } = opened();
    actor.send({ type: 'delivery.choose', method: 'pickup_station' });
    actor.send({
      type: 'search.pick',
      place: { county: 'Nairobi', town: 'Westlands', station: { id: 's2', name: 'Sarit Corner' } },
    });
    (await question(WESTLANDS)).answer([s1, s2]);
    await until(() => expect(place()).toBe('choosingStation'));
    expect(getDeliveryChoice(actor.getSnapshot())).toEqual({
      method: 'pickup_station',
      county: 'Nairobi',
      town: 'Westlands',
      station: s2,
    });
    expect(actor.getSnapshot().context.query).toBe('');
  });
});

/** Renders the section inside a form, as the checkout does. */
function shown(shop: ReturnType<typeof opened>, onSubmit: () => void = () => undefined) {
  const page = render(
    <Form label="Checkout" onSubmit={onSubmit}>
      <Delivery actor={shop.actor} city="Lodwar" />
      <button type="submit">Confirm Order</button>
    </Form>,
  );
  const control = (name: string) => page.getByRole('combobox', { name });
  return { ...page, control };
}

describe('§2: the rendered section', () => {
  test('U28: the estimate follows the home address, then county and town', () => {
    const shop = opened();
    const page = shown(shop);
    page.getByText('Estimated delivery: 3 to 5 days');
    fireEvent.click(page.getByRole('radio', { name: 'Free pickup' }));
    fireEvent.change(page.control('County'), { target: { value: 'Mombasa' } });
    page.getByText('Estimated delivery: 1 to 3 days');
    fireEvent.change(page.control('County'), { target: { value: 'Nairobi' } });
    page.getByText('Estimated delivery: 24 hours');
    fireEvent.click(page.getByRole('radio', { name: 'Free delivery' }));
    page.getByText('Estimated delivery: 3 to 5 days');
  });

  test('U26: Enter in the search takes the first result, submits no order and moves the focus to the town', async () => {
    const submit = vi.fn();
    const shop = opened();
    const page = shown(shop, submit);
    fireEvent.click(page.getByRole('radio', { name: 'Free pickup' }));
    const search = page.getByRole('searchbox');
    expect(fireEvent.keyDown(search, { key: 'Enter' })).toBe(false);
    fireEvent.change(search, { target: { value: 'westl' } });
    page.getByRole('button', { name: 'Westlands Nairobi' });
    expect(fireEvent.keyDown(search, { key: 'Enter' })).toBe(false);
    await waitFor(() => expect(document.activeElement).toBe(page.control('Town')));
    expect(page.control('County')).toHaveProperty('value', 'Nairobi');
    expect(page.control('Town')).toHaveProperty('value', 'Westlands');
    expect(search).toHaveProperty('value', '');
    expect(submit).not.toHaveBeenCalled();
    const question = await shop.question(WESTLANDS);
    await act(async () => question.answer([s1, s2]));
    await waitFor(() => expect(page.getByRole('radio', { name: 'Westlands Mall' })).toHaveProperty('checked', true));
    expect(page.getByText('2 pickup stations in Westlands').getAttribute('role')).toBe('status');
  });

  test('U26: announces the number of results after the response', async () => {
    const shop = opened();
    const page = shown(shop);
    fireEvent.click(page.getByRole('radio', { name: 'Free pickup' }));
    fireEvent.change(page.getByRole('searchbox'), { target: { value: 'sarit' } });
    const status = page.getAllByRole('status').find((one) => one.getAttribute('aria-live') === 'polite');
    expect(status?.textContent).toBe('');
    act(() => void shop.clock.increment(300));
    const question = await shop.question('GET /pickup-stations/search?query=sarit');
    await act(async () => question.answer([s2]));
    await waitFor(() => expect(status?.textContent).toBe('1 result'));
    fireEvent.click(
      within(page.getByRole('list', { name: 'Search results' })).getByRole('button', { name: /Sarit Corner/ }),
    );
    expect(page.queryByRole('list', { name: 'Search results' })).toBeNull();
    fireEvent.change(page.getByRole('searchbox'), { target: { value: 'atlantis' } });
    act(() => void shop.clock.increment(300));
    const none = await shop.question('GET /pickup-stations/search?query=atlantis');
    await act(async () => none.answer([]));
    await waitFor(() => expect(page.getAllByText('No town or station found for “atlantis”')).toHaveLength(2));
  });

  test('§8: Try Again sends the request again and keeps the focus', async () => {
    const shop = opened();
    const page = shown(shop);
    fireEvent.click(page.getByRole('radio', { name: 'Free pickup' }));
    fireEvent.change(page.control('County'), { target: { value: 'Nairobi' } });
    fireEvent.change(page.control('Town'), { target: { value: 'Westlands' } });
    const first = await shop.question(WESTLANDS);
    await act(async () => first.fail(new ApiError({ kind: 'refused', status: 500, requestId: 'r-1' })));
    await waitFor(() =>
      expect(page.getByRole('alert').textContent).toContain(
        'Failed to load pickup stations for this locationRequest r-1',
      ),
    );
    fireEvent.click(page.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(document.activeElement).toBe(page.control('Town')));
    await until(() => expect(shop.asked).toHaveLength(2));
  });

  test.each([
    ['nothing chosen', 'Please select a pickup station', [], 'County'],
    ['a county without a town', 'Please select your pickup location', ['Nairobi'], 'Town'],
    ['a town whose stations are not loaded', 'Please select a pickup station', ['Nairobi', 'Westlands'], 'Town'],
  ])(
    'Q18: %s: the refusal is shown at the control that is open and gets the focus',
    async (_, text, [county, town], name) => {
      const shop = opened();
      const page = shown(shop, () => shop.actor.send({ type: 'choice.refused', text }));
      fireEvent.click(page.getByRole('radio', { name: 'Free pickup' }));
      if (county !== undefined) fireEvent.change(page.control('County'), { target: { value: county } });
      if (town !== undefined) fireEvent.change(page.control('Town'), { target: { value: town } });
      fireEvent.click(page.getByRole('button', { name: 'Confirm Order' }));
      await waitFor(() => expect(document.activeElement).toBe(page.getByRole('combobox', { name, description: text })));
      fireEvent.change(page.control('County'), { target: { value: 'Mombasa' } });
      expect(page.queryByText(text)).toBeNull();
    },
  );
});
