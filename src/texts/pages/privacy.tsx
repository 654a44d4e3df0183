import { shop } from '../../../contract/shop.config.ts';
import { ContactLines } from '../../views/shell/static-page.tsx';
import type { TextSection } from '../../views/shell/static-page.tsx';

export const title = 'Privacy Policy';
export const lead = 'What we know about you, why, and what you can do about it.';

/** Ten sections; not for children under 13 (§2). */
export const sections: readonly TextSection[] = [
  {
    title: 'Who we are',
    body: (
      <p>
        {shop.name}, {shop.address}, is responsible for the personal data that this shop handles under the Data
        Protection Act, 2019 of Kenya.
      </p>
    ),
  },
  {
    title: 'What we collect',
    body: (
      <ul>
        <li>Your account: name, e-mail address, phone number and a password, which we keep only as a hash.</li>
        <li>Your orders: what you bought, where it goes and how you pay.</li>
        <li>
          Technical records: the address your device connects from and the time of a request, kept to protect the shop.
        </li>
      </ul>
    ),
  },
  {
    title: 'What we use it for',
    body: (
      <p>
        To deliver your orders, to confirm your phone number by a code, to answer you, to prevent fraud, and to keep the
        accounts that the law requires. We do not sell your data and show no advertising of others.
      </p>
    ),
  },
  {
    title: 'What stays on your device',
    body: (
      <p>
        Your browser keeps your cart and, while you are logged in, a session key and your profile. They are needed for
        the shop to work. Logging out removes the session key and the profile.
      </p>
    ),
  },
  {
    title: 'Who receives it',
    body: (
      <p>
        Only those who must: the courier gets the name, phone number and address of the delivery, the SMS provider gets
        the phone number that a code is sent to, and the payment provider gets what a payment needs.
      </p>
    ),
  },
  {
    title: 'How long we keep it',
    body: (
      <p>
        Account data as long as the account exists. Orders as long as tax law demands. Codes and unfinished sign-ups are
        removed after a short time.
      </p>
    ),
  },
  {
    title: 'How we protect it',
    body: (
      <p>
        Connections are encrypted, passwords are hashed, and every session can be ended by logging out or by changing
        your password.
      </p>
    ),
  },
  {
    title: 'Your rights',
    body: (
      <p>
        You may ask what we hold about you, have it corrected or deleted, and object to its use. Write to us; we answer
        within 30 days. You may also complain to the Office of the Data Protection Commissioner.
      </p>
    ),
  },
  {
    title: 'Children',
    body: (
      <p>
        This shop is not for children under 13, and we do not knowingly collect their data. Orders need an adult of 18
        years or more.
      </p>
    ),
  },
  {
    title: 'Changes and contact',
    body: (
      <>
        <p>When this policy changes, the new version stands here. For anything about your data:</p>
        <ContactLines />
      </>
    ),
  },
];
