import type { PickupStation } from '../../../contract/pickup.ts';

const usual = { open: '09:00', close: '18:30' };

/** The stations of Westlands in the flow tables. */
export const s1: PickupStation = {
  _id: 's1',
  name: 'Westlands Mall',
  address: 'Waiyaki Way 7',
  city: 'Westlands',
  county: 'Nairobi',
  phone: '+254 700 000 001',
  email: 'westlands@duka.test',
  operatingHours: {
    monday: usual,
    tuesday: usual,
    wednesday: usual,
    thursday: usual,
    friday: usual,
    saturday: { open: '09:00', close: '13:00' },
  },
};
export const s2: PickupStation = {
  ...s1,
  _id: 's2',
  name: 'Sarit Corner',
  address: 'Karuna Road 2',
  phone: '',
  email: '',
  operatingHours: null,
};
