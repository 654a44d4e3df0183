/** Demo account. The password is a setting. */
export const DEMO_SHOPPER = {
  email: 'shopper@duka.test',
  name: 'Wanjiku Kamau',
  phone: '254712345678',
} as const;

/** Demo account of an owner, with the same password. */
export const DEMO_ADMIN = { email: 'admin@duka.test', name: 'Achieng Odhiambo', role: 'owner' } as const;

/** Default address of the demo account. */
export const DEMO_HOME = { address: 'Moi Avenue 12', city: 'Nairobi' } as const;
