/** Everything about this shop that an owner may change and the specification leaves open (A48). */
export const shop = {
  name: 'Duka',
  tagline: 'Electronics delivered across Kenya',
  phone: '+254 700 123 456',
  email: 'support@duka.test',
  address: 'Kimathi Street, Nairobi, Kenya',
  hours: 'Support 24/7',
  social: [
    { name: 'Facebook', url: 'https://www.facebook.com/' },
    { name: 'Instagram', url: 'https://www.instagram.com/' },
    { name: 'X', url: 'https://x.com/' },
    { name: 'YouTube', url: 'https://www.youtube.com/' },
  ],
  /** The footer's categories when the call for them fails (§2 Footer). */
  fallbackCategories: [
    { name: 'Computers', slug: 'computers' },
    { name: 'Accessories', slug: 'accessories' },
    { name: 'TVs', slug: 'tvs' },
    { name: 'Phones', slug: 'phones' },
    { name: 'Gaming', slug: 'gaming' },
    { name: 'Home Appliances', slug: 'home-appliances' },
  ],
  popularTags: ['Phones', 'Laptops', 'Smart TVs', 'Earbuds', 'Power banks', 'Fridges', 'Consoles', 'Chargers'],
  /** Whether the clock of the flash deals runs to a made-up moment where there is no deal (U1). */
  flashPlaceholder: true as boolean,
  /** Minimum password length at sign-up (A17). */
  signUpPasswordMinimum: 6 as number,
  /** Refuse the 1000 commonest passwords at sign-up, reset and change (A17, D26). */
  blockCommonPasswords: true as boolean,
  /** Highest sum of one M-Pesa payment, whole shillings (A51). */
  mpesaMax: 250_000,
  /** Highest sum of a cash-on-delivery order, whole shillings; null is no cap (D19). */
  codMax: null as number | null,
  /** The courier's page of a package, with `{number}` where its tracking number goes; null where there is none (U12). */
  courierLink: null as string | null,
  /** Days after delivery in which a product may be returned (A22, H4). */
  returnDays: 7,
} as const;
