// @vitest-environment happy-dom
import { describe, test } from 'vitest';
import type { PickupStation } from '../../contract/pickup.ts';
import { deliveryMachine } from '../../src/machines/checkout/delivery.machine.ts';
import { DeliveryView } from '../../src/views/checkout/delivery.view.tsx';
import { atStation, station } from '../flows/support/shop.samples.ts';
import { at, expectReading, ignore } from './reads.tsx';

const problem = { text: 'Something went wrong', requestId: 'req-1' };

describe('§2, U26: delivery and pickup', () => {
  const delivery = (value: object | string, context: object = {}, city = 'Nairobi') => (
    <DeliveryView snapshot={at(deliveryMachine, undefined, value, context)} send={ignore} city={city} />
  );
  const choice = { ...atStation, station: null };
  const second: PickupStation = {
    ...station,
    _id: 's2',
    name: 'Sarit Station',
    phone: '+254 700 000 001',
    email: 'sarit@duka.test',
    operatingHours: { monday: { open: '09:00', close: '17:00' } },
  };

  test('to the door', () =>
    expectReading(
      delivery('home'),
      `
        group "Delivery method"
          radio "Free delivery" [delivery] (checked) : To your door
          radio "Free pickup" [delivery] : From a pickup station near you
        Estimated delivery: 24 hours
      `,
    ));

  test('a pickup whose place is still open', () =>
    expectReading(
      delivery(
        { pickup: { place: 'choosingCounty', search: 'idle' } },
        { choice: { method: 'pickup_station', county: '', town: '', station: null }, refusal: 'Choose a county' },
      ),
      `
        group "Delivery method"
          radio "Free delivery" [delivery] : To your door
          radio "Free pickup" [delivery] (checked) : From a pickup station near you
        Estimated delivery: 1 to 5 days, depending on the place
        searchbox "Search towns and stations" = '' [pickupSearch] : For example Westlands or Nyali
        For example Westlands or Nyali
        combobox "County" = 'Choose a county' of 47 [pickupCounty] (required, invalid) : Choose a county
        Choose a county
        combobox "Town" = 'Choose a town' of  [pickupTown] (disabled, required)
        group "Pickup station"
          Choose a county and a town to see its stations.
        status
      `,
    ));

  test('the stations of a town, one of them chosen', () =>
    expectReading(
      delivery(
        { pickup: { place: 'choosingStation', search: 'idle' } },
        { choice: atStation, stations: [station, second], refusal: 'Choose a station' },
      ),
      `
        group "Delivery method"
          radio "Free delivery" [delivery] : To your door
          radio "Free pickup" [delivery] (checked) : From a pickup station near you
        Estimated delivery: 24 hours
        searchbox "Search towns and stations" = '' [pickupSearch] : For example Westlands or Nyali
        For example Westlands or Nyali
        combobox "County" = 'Nairobi' of 47 [pickupCounty] (required)
        combobox "Town" = 'Westlands' of 17 [pickupTown] (required, invalid) : Choose a station
        Choose a station
        group "Pickup station"
          radio "Westlands Station" [station] (checked) : Waiyaki Way 3, Westlands; Monday to Friday 08:00 to 18:00Closed on Saturday and Sunday
          list "Opening hours"
            Monday to Friday 08:00 to 18:00
            Closed on Saturday and Sunday
          radio "Sarit Station" [station] : Waiyaki Way 3, Westlands; Monday 09:00 to 17:00Closed Tuesday to Sunday
          list "Opening hours"
            Monday 09:00 to 17:00
            Closed Tuesday to Sunday
          link "0700 000 001" -> tel:+254700000001
          link "sarit@duka.test" -> mailto:sarit@duka.test
        status
          2 pickup stations in Westlands
      `,
    ));

  test('one station and what a search has found', () =>
    expectReading(
      delivery(
        { pickup: { place: 'choosingStation', search: 'idle' } },
        { choice, stations: [{ ...station, email: 'west@duka.test' }], query: 'sarit', found: [second] },
      ),
      `
        group "Delivery method"
          radio "Free delivery" [delivery] : To your door
          radio "Free pickup" [delivery] (checked) : From a pickup station near you
        Estimated delivery: 24 hours
        searchbox "Search towns and stations" = 'sarit' [pickupSearch] : For example Westlands or Nyali
        For example Westlands or Nyali
        list "Search results"
          button "Sarit Station Station in Westlands, Nairobi"
        combobox "County" = 'Nairobi' of 47 [pickupCounty] (required)
        combobox "Town" = 'Westlands' of 17 [pickupTown] (required)
        group "Pickup station"
          radio "Westlands Station" [station] : Waiyaki Way 3, Westlands; Monday to Friday 08:00 to 18:00Closed on Saturday and Sunday
          list "Opening hours"
            Monday to Friday 08:00 to 18:00
            Closed on Saturday and Sunday
          link "west@duka.test" -> mailto:west@duka.test
        status
          1 result
      `,
    ));

  test('a search that finds towns', () =>
    expectReading(
      delivery({ pickup: { place: 'noStations', search: 'idle' } }, { choice, query: 'nyal' }),
      `
        group "Delivery method"
          radio "Free delivery" [delivery] : To your door
          radio "Free pickup" [delivery] (checked) : From a pickup station near you
        Estimated delivery: 24 hours
        searchbox "Search towns and stations" = 'nyal' [pickupSearch] : For example Westlands or Nyali
        For example Westlands or Nyali
        list "Search results"
          button "Nyali Mombasa"
          button "Shinyalu Kakamega"
        combobox "County" = 'Nairobi' of 47 [pickupCounty] (required)
        combobox "Town" = 'Westlands' of 17 [pickupTown] (required)
        group "Pickup station"
          No pickup stations found for this location
        status
          2 results
      `,
    ));

  test('a search that finds nothing', () =>
    expectReading(
      delivery({ pickup: { place: 'failed', search: 'idle' } }, { choice, problem, query: ' zzz ' }),
      `
        group "Delivery method"
          radio "Free delivery" [delivery] : To your door
          radio "Free pickup" [delivery] (checked) : From a pickup station near you
        Estimated delivery: 24 hours
        searchbox "Search towns and stations" = ' zzz ' [pickupSearch] : For example Westlands or Nyali
        For example Westlands or Nyali
        No town or station found for “zzz”
        combobox "County" = 'Nairobi' of 47 [pickupCounty] (required)
        combobox "Town" = 'Westlands' of 17 [pickupTown] (required)
        group "Pickup station"
          alert
            Something went wrong
            Request req-1
            button "Try Again"
        status
          No town or station found for “zzz”
      `,
    ));

  test('a search that still runs', () =>
    expectReading(
      delivery({ pickup: { place: 'loadingStations', search: 'searching' } }, { choice, query: 'zzz' }),
      `
        group "Delivery method"
          radio "Free delivery" [delivery] : To your door
          radio "Free pickup" [delivery] (checked) : From a pickup station near you
        Estimated delivery: 24 hours
        searchbox "Search towns and stations" = 'zzz' [pickupSearch] : For example Westlands or Nyali
        For example Westlands or Nyali
        combobox "County" = 'Nairobi' of 47 [pickupCounty] (required)
        combobox "Town" = 'Westlands' of 17 [pickupTown] (required)
        group "Pickup station"
          status
            Loading pickup stations
        status
      `,
    ));

  test('a town without stations', () =>
    expectReading(
      delivery({ pickup: { place: 'noStations', search: 'idle' } }, { choice }),
      `
        group "Delivery method"
          radio "Free delivery" [delivery] : To your door
          radio "Free pickup" [delivery] (checked) : From a pickup station near you
        Estimated delivery: 24 hours
        searchbox "Search towns and stations" = '' [pickupSearch] : For example Westlands or Nyali
        For example Westlands or Nyali
        combobox "County" = 'Nairobi' of 47 [pickupCounty] (required)
        combobox "Town" = 'Westlands' of 17 [pickupTown] (required)
        group "Pickup station"
          No pickup stations found for this location
        status
          No pickup stations found for this location
      `,
    ));

  test('one station is one', () =>
    expectReading(
      delivery(
        { pickup: { place: 'choosingStation', search: 'idle' } },
        { choice, stations: [{ ...second, email: '' }] },
      ),
      `
        group "Delivery method"
          radio "Free delivery" [delivery] : To your door
          radio "Free pickup" [delivery] (checked) : From a pickup station near you
        Estimated delivery: 24 hours
        searchbox "Search towns and stations" = '' [pickupSearch] : For example Westlands or Nyali
        For example Westlands or Nyali
        combobox "County" = 'Nairobi' of 47 [pickupCounty] (required)
        combobox "Town" = 'Westlands' of 17 [pickupTown] (required)
        group "Pickup station"
          radio "Sarit Station" [station] : Waiyaki Way 3, Westlands; Monday 09:00 to 17:00Closed Tuesday to Sunday
          list "Opening hours"
            Monday 09:00 to 17:00
            Closed Tuesday to Sunday
          link "0700 000 001" -> tel:+254700000001
        status
          1 pickup station in Westlands
      `,
    ));
});
