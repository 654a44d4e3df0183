import type { ComponentProps } from 'react';
import { addressBookMachine } from '../../../src/machines/account/address-book.machine.ts';
import { changePasswordMachine } from '../../../src/machines/account/change-password.machine.ts';
import { orderHistoryMachine } from '../../../src/machines/orders/order-history.machine.ts';
import { profileFormMachine } from '../../../src/machines/account/profile-form.machine.ts';
import type { profileMachine } from '../../../src/machines/account/profile.machine.ts';
import { ProfileView } from '../../../src/views/account/profile.view.tsx';
import { getInitialSnapshot } from 'model-testing/view/nested';
import type { MachineView } from 'model-testing/view/screen';
import { wanjiku } from '../support/account.samples.ts';
import { addressBookView } from '../address-book/address-book.view.tsx';
import { changePasswordView } from '../change-password/change-password.view.tsx';
import { orderHistoryView } from '../order-history/order-history.view.tsx';
import { profileFormView } from '../profile-form/profile-form.view.tsx';

const quiet = () => undefined;

type Panels = Pick<ComponentProps<typeof ProfileView>, 'account' | 'orders' | 'addresses'>;

/** Renders the page with the given panels, which have their own flows. */
export const profileWith =
  (panels: Panels): MachineView<typeof profileMachine> =>
  (snapshot, send) => <ProfileView snapshot={snapshot} send={send} {...panels} />;

export const profileView = profileWith({
  account: (
    <>
      {profileFormView(getInitialSnapshot(profileFormMachine, { user: wanjiku }), quiet)}
      {changePasswordView(getInitialSnapshot(changePasswordMachine, undefined), quiet)}
    </>
  ),
  orders: orderHistoryView(getInitialSnapshot(orderHistoryMachine, { courierLink: null }), quiet),
  addresses: addressBookView(getInitialSnapshot(addressBookMachine, { user: wanjiku }), quiet),
});
