/** Shop settings that the specification leaves to the owner (A48). */
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
  /** Footer categories when the request for categories fails (§2 Footer). */
  fallbackCategories: [
    { name: 'Computers', slug: 'computers' },
    { name: 'Accessories', slug: 'accessories' },
    { name: 'TVs', slug: 'tvs' },
    { name: 'Phones', slug: 'phones' },
    { name: 'Gaming', slug: 'gaming' },
    { name: 'Home Appliances', slug: 'home-appliances' },
  ],
  popularTags: ['Phones', 'Laptops', 'Smart TVs', 'Earbuds', 'Power banks', 'Fridges', 'Consoles', 'Chargers'],
  /** Whether the countdown of flash deals runs to a placeholder time when there is no deal (U1). */
  flashPlaceholder: true as boolean,
  /** Minimum password length at sign-up (A17). */
  signUpPasswordMinimum: 6 as number,
  /** Refuses the 1000 most common passwords at sign-up, reset and change (A17, D26). */
  blockCommonPasswords: true as boolean,
  /** Maximum amount of one M-Pesa payment, whole shillings (A51). */
  mpesaMax: 250_000,
  /** Maximum of M-Pesa payments of one payer a day, whole shillings: most of an order that is paid in parts (PAY-C1). */
  mpesaDailyMax: 500_000,
  /** Maximum total of a cash order, whole shillings. `null` without a limit (D19). */
  codMax: null as number | null,
  /** Tracking page of the courier, with `{number}` as placeholder, or `null` (U12). */
  courierLink: null as string | null,
  /** Days after delivery in which a product can be returned (A22, H4). */
  returnDays: 7,
} as const;
