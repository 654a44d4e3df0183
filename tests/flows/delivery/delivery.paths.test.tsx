import { expect } from 'vitest';
import { deliveryModel } from './delivery.model.ts';
import { deliveryView } from './delivery.view.tsx';
import { deliveryTable, getOptions } from './delivery.table.tsx';
import { flowTests } from 'model-testing/flow-tests';

flowTests(deliveryModel, {
  view: deliveryView,
  shows: {
    home: (page, { context: { isHeld } }) => {
      expect(page.getByRole('radio', { name: 'Free delivery' })).toHaveProperty('checked', true);
      expect(page.getByRole('radio', { name: 'Free pickup' })).toHaveProperty('disabled', isHeld);
      expect(page.queryByRole('combobox', { name: 'County' })).toBeNull();
      page.getByText('Estimated delivery: 24 hours');
    },
    pickup: (page, { context: { choice, refusal, isHeld } }) => {
      expect(page.getByRole('radio', { name: 'Free pickup' })).toHaveProperty('checked', true);
      expect(getOptions(page, 'County')).toHaveLength(47);
      expect(page.getByRole('searchbox', { name: 'Search towns and stations' })).toHaveProperty('readOnly', isHeld);
      // The delivery is read-only while the order is placed.
      for (const radio of page.getAllByRole('radio')) expect(radio).toHaveProperty('disabled', isHeld);
      expect(page.getByRole('combobox', { name: 'County' })).toHaveProperty('disabled', isHeld);
      if (choice.county !== '') expect(page.getByRole('combobox', { name: 'Town' })).toHaveProperty('disabled', isHeld);
      page.getByRole('group', { name: 'Pickup station' });
      const bad = page.element.querySelectorAll('[aria-invalid="true"]');
      expect([...bad].map((control) => control.getAttribute('name'))).toEqual(
        refusal === null ? [] : [choice.county === '' ? 'pickupCounty' : 'pickupTown'],
      );
    },
    'pickup.place.choosingCounty': (page) =>
      expect(page.getByRole('combobox', { name: 'Town' })).toHaveProperty('disabled', true),
    'pickup.place.loadingStations': (page) => {
      page.getByText('Loading pickup stations');
      expect(page.queryByRole('radio', { name: 'Westlands Mall' })).toBeNull();
    },
    'pickup.place.choosingStation': (page) => {
      page.getByRole('radio', {
        name: 'Westlands Mall',
        description: /Waiyaki Way 7, Westlands .*Saturday 09:00 to 13:00.*Closed on Sunday/,
      });
      expect(page.getByRole('link', { name: '0700 000 001' }).getAttribute('href')).toBe('tel:+254700000001');
      expect(page.getByRole('link', { name: 'westlands@duka.test' }).getAttribute('href')).toBe(
        'mailto:westlands@duka.test',
      );
    },
    'pickup.place.noStations': (page) => void page.getAllByText('No pickup stations found for this location'),
    'pickup.place.failed': (page) => {
      expect(page.getByRole('alert').textContent).toContain('Failed to load pickup stations for this location');
      page.getByRole('button', { name: 'Try Again' });
    },
  },
  table: deliveryTable,
});
