/** Accounts in the simulator's window. */
export const PEOPLE = [
  { name: 'Achieng Odhiambo', email: 'achieng@gmail.com', sub: '100000000000000000001' },
  { name: 'Kiprono Koech', email: 'kiprono@gmail.com', sub: '100000000000000000002' },
  { name: 'Zawadi Mwangi', email: 'zawadi@gmail.com', sub: '100000000000000000003' },
] as const;
