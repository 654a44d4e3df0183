/** Who may log in to try the shop; the password is a setting. */
export const DEMO_SHOPPER = {
  email: 'shopper@duka.test',
  name: 'Wanjiku Kamau',
  phone: '254712345678',
} as const;

/** Who may enter as the shop's owner, with the same password. */
export const DEMO_ADMIN = { email: 'admin@duka.test', name: 'Achieng Odhiambo', role: 'owner' } as const;

/** The default address. */
export const DEMO_HOME = { address: 'Moi Avenue 12', city: 'Nairobi' } as const;
