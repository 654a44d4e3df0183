import type { SnapshotFrom } from 'xstate';
import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { sessionMachine } from '../../../src/machines/account/session.machine.ts';
import { getSessionStatus } from '../../../src/rules/account/session.ts';
import { defineActs } from 'model-testing/model/define';
import { press } from 'model-testing/view/act';
import { credentials, otieno, wanjiku } from '../support/account.samples.ts';

const nobody = { token: null, user: null };
const stored = { token: 'T', user: JSON.stringify(wanjiku) };
/** A staff account has no addresses, so it is not a valid customer. */
const staff = { token: 'AT', user: JSON.stringify({ _id: 's1', addresses: null }) };

type Snapshot = SnapshotFrom<typeof sessionMachine>;

/**
 * A problem of the session can be retried when the server was unreachable (U7). All other problems can be dismissed.
 */
const hasRetry = (snapshot: Snapshot) =>
  snapshot.context.problem !== null && snapshot.matches({ customer: { authenticated: 'unconfirmed' } });
const hasDismiss = (snapshot: Snapshot) => snapshot.context.problem !== null && !hasRetry(snapshot);

/** Lists mutants that are equivalent because their target has the same behaviour. */
const same = (reason: string, ways: readonly string[]) =>
  Object.fromEntries(ways.map((way) => [`retarget ${way}`, reason]));

export const sessionModel = defineModel({
  flow: 'session',
  machine: sessionMachine,
  inputs: { '': undefined },
  events: {
    'customer.read': {
      sentBy: 'watchStorage',
      cases: { nobody: { stored: nobody }, wanjiku: { stored }, unreadable: { stored: { token: 'T', user: '{bad' } } },
    },
    'customer.changed': {
      sentBy: 'watchStorage',
      cases: {
        nobody: { stored: nobody },
        otieno: { stored: { token: 'T2', user: JSON.stringify(otieno) } },
        'the same': { stored },
        'half written': { stored: { token: null, user: stored.user } },
        unreadable: { stored: { token: 'T', user: '{bad' } },
      },
    },
    'admin.read': {
      sentBy: 'watchStorage',
      cases: {
        nobody: { stored: nobody },
        staff: { stored: staff },
        unreadable: { stored: { token: 'AT', user: '{bad' } },
      },
    },
    'admin.changed': { sentBy: 'watchStorage', cases: { nobody: { stored: nobody }, staff: { stored: staff } } },
    'storage.refused': { '': {} },
    'session.signedIn': {
      'by login': { ...credentials, load: false },
      'by sign-up': { ...credentials, load: true },
    },
    'request.unauthorized': {
      'customer call': { access: 'customer', path: '/orders/my', token: 'T' },
      'customer call with an older token': { access: 'customer', path: '/orders/my', token: 'T0' },
      'profile load': { access: 'customer', path: '/auth/profile', token: 'T' },
      'admin call': { access: 'admin', path: '/admin/orders', token: 'AT' },
    },
    'user.update': { '': { user: { ...wanjiku, name: 'Wanjiku N.' } }, 'somebody else': { user: otieno } },
    'profile.load': { '': {} },
    'error.clear': { '': {} },
    'session.logout': { '': {} },
  },
  acts: defineActs<typeof sessionMachine>({
    'profile.load': (_, snapshot) => (hasRetry(snapshot) ? press('button', 'Retry') : null),
    'error.clear': (_, snapshot) => (hasDismiss(snapshot) ? press('button', 'Dismiss') : null),
    'session.logout': { sentIn: 'src/compose/shell/menu.ts' },
    'storage.refused': { sentIn: 'src/compose/account/session.ts' },
    'request.unauthorized': { sentIn: 'src/compose/account/session.ts' },
    'session.signedIn': { sentIn: 'src/compose/account/auth.ts' },
    'user.update': { sentIn: 'src/compose/checkout/purchase.ts' },
  }),
  done: { loadProfile: { '': { ...wanjiku, name: 'Wanjiku N.' } }, logout: { '': undefined } },
  fail: { loadProfile: { forbidden: new ApiError({ kind: 'refused', status: 403, requestId: 'req-8' }) } },
  late: ['loadProfile'],
  project: ({ token, user, adminToken, problem }) => ({
    token,
    user: user?.name,
    adminToken,
    problem: problem?.text,
  }),
  delays: {},
  beyond: [
    { what: /^storage\.memoryOnly: .* -> storage\.ok$/, why: 'H10: nothing is left that is not kept' },
    { what: /^customer: session\.signedIn/, why: '§4 Auth: a new login counts, whoever was there before' },
    { what: /^customer: error\.clear/, why: '§4 Auth: what is empty may be emptied' },
    { what: /\[isOwnProfileLoad\] -> \(stays\)$/, why: '§4 Auth: the answer to the load says what follows' },
    { what: /^customer\.loggingOut: session\.signedIn -> \(stays\)$/, why: 'A25: the way out ends at the login page' },
    { what: /customer\.changed \[isCustomer\]/, why: 'H10: another tab may have the newer user at any moment' },
    { what: /^admin\.signed(In|Out): admin\.changed \[isStaff\]/, why: 'H10: staff log in in another tab' },
  ],
  states: {
    'customer.starting': (snapshot) => snapshot.matches({ customer: 'starting' }),
    'customer.guest': (snapshot) => snapshot.matches({ customer: 'guest' }),
    'customer.authenticated': (snapshot) => snapshot.matches({ customer: 'authenticated' }),
    'customer.authenticated.confirming': (snapshot) => snapshot.matches({ customer: { authenticated: 'confirming' } }),
    'customer.authenticated.confirmed': (snapshot) => snapshot.matches({ customer: { authenticated: 'confirmed' } }),
    'customer.authenticated.unconfirmed': (snapshot) =>
      snapshot.matches({ customer: { authenticated: 'unconfirmed' } }),
    'customer.loggingOut': (snapshot) => snapshot.matches({ customer: 'loggingOut' }),
    'admin.starting': (snapshot) => snapshot.matches({ admin: 'starting' }),
    'admin.signedOut': (snapshot) => snapshot.matches({ admin: 'signedOut' }),
    'admin.signedIn': (snapshot) => snapshot.matches({ admin: 'signedIn' }),
  },
  invariants: {
    'a 401 never removes the items of the other scope': ({ step, effects }) => {
      if (step === null || !step.label.startsWith('request.unauthorized')) return true;
      const scope = step.label.includes('admin') ? 'admin' : 'customer';
      return effects.every(
        ({ type, params }) => type !== 'clearStored' || (params as { scope: string }).scope === scope,
      );
    },
    "an answer that belongs to a token that is no longer the session's token changes nothing": ({
      step,
      snapshot,
      before,
    }) =>
      step === null ||
      !step.label.includes('older token') ||
      before === null ||
      before.context.token === snapshot.context.token,
    'one logout sends at most one POST /auth/logout and always ends in one full navigation to /auth/login': ({
      calls,
      allEffects,
    }) => {
      const logouts = calls.filter(({ slot }) => slot === 'logout');
      const ended = logouts.filter((call) => !call.isOpen()).length;
      return logouts.length - ended <= 1 && allEffects.filter(({ type }) => type === 'leaveForLogin').length === ended;
    },
    'the admin scope holds a token as long as somebody of the staff is logged in, and what another tab says of it counts':
      ({ step, snapshot }) => {
        const isIn = snapshot.matches({ admin: 'signedIn' });
        const expected = {
          'watchStorage sends admin.changed(staff)': !snapshot.matches({ admin: 'starting' }),
          'watchStorage sends admin.changed(nobody)': false,
        }[step?.label ?? ''];
        return isIn === (snapshot.context.adminToken !== null) && (expected === undefined || expected === isIn);
      },
    'the answer to the profile load itself says what follows, not the 401 that is reported beside it': ({
      step,
      before,
      snapshot,
    }) =>
      step?.label !== 'request.unauthorized(profile load)' ||
      before?.matches({ customer: { authenticated: 'confirming' } }) !== true ||
      snapshot.matches({ customer: { authenticated: 'confirming' } }),
    'any other 401 ends the session and says nothing': ({ step, before, snapshot }) =>
      step?.label !== 'request.unauthorized(customer call)' ||
      before?.hasTag('signedIn') !== true ||
      before.context.token !== 'T' ||
      (snapshot.matches({ customer: 'guest' }) && snapshot.context.problem === null),
    'another name is no other session': ({ step, before, snapshot }) =>
      (step?.label !== 'user.update' && step?.label !== 'watchStorage sends customer.changed(the same)') ||
      before?.hasTag('signedIn') !== true ||
      before.context.token !== 'T' ||
      (JSON.stringify(before.value) === JSON.stringify(snapshot.value) &&
        before.context.problem === snapshot.context.problem),
    'what the browser does not keep is said until somebody else logs in or out': ({ step, before, snapshot }) => {
      const wasSaid = before?.matches({ storage: 'memoryOnly' }) === true;
      if (snapshot.matches({ storage: 'memoryOnly' }))
        return (
          !snapshot.matches({ customer: 'guest' }) &&
          (step?.event.type !== 'session.signedIn' || before?.matches({ customer: 'loggingOut' }) === true) &&
          (step?.label === 'storage.refused' || wasSaid)
        );
      const isElse = snapshot.matches({ customer: 'guest' }) || step?.event.type === 'session.signedIn';
      return !wasSaid || isElse;
    },
    'a profile of somebody else is not taken': ({ step, before, snapshot, effects }) =>
      step?.label !== 'user.update(somebody else)' ||
      before?.context.user?._id === otieno._id ||
      (before?.context.user === snapshot.context.user && effects.length === 0),
    'a login that comes while somebody is logging out changes nothing': ({ step, before, snapshot, effects }) =>
      step?.event.type !== 'session.signedIn' ||
      before?.matches({ customer: 'loggingOut' }) !== true ||
      (JSON.stringify(before.value) === JSON.stringify(snapshot.value) && effects.length === 0),
    'protected pages wait for the storage, are shown until a logout is over, and are a guest’s no more': ({
      snapshot,
    }) => {
      const expected = snapshot.matches({ customer: 'starting' })
        ? 'loading'
        : snapshot.matches({ customer: { guest: 'leaving' } })
          ? 'leaving'
          : snapshot.matches({ customer: 'guest' })
            ? 'signedOut'
            : 'signedIn';
      return getSessionStatus(snapshot) === expected;
    },
    'nobody is logged in without a user and a token': ({ snapshot }) =>
      snapshot.hasTag('signedIn') === (snapshot.context.token !== null && !snapshot.hasTag('busy')) &&
      (snapshot.context.token === null) === (snapshot.context.user === null),
  },
  equivalents: {
    ...same('guest starts with browsing', [
      'customer.guest: profile.load -> customer.guest.browsing',
      'customer.guest: request.unauthorized -> customer.guest.browsing',
    ]),
    'swap customer.starting: customer.read #1': 'nothing stored is never a readable session',
    'swap admin.starting: admin.read #1': 'nothing stored is never a readable session',
    'swap customer.authenticated: customer.changed #1': 'what has no token is never another session',
  },
});
