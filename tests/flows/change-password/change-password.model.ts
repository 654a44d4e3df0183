import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { changePasswordMachine } from '../../../src/machines/account/change-password.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, key, press } from 'model-testing/view/act';

const LONG = 'Failed to change password. Please check your current password and try again.';
const COMMON = 'This password is too common. Please choose another.';

const toggle = (label: string, isShown: boolean) => press('button', `${isShown ? 'Hide' : 'Show'} ${label}`);

export const changePasswordModel = defineModel({
  flow: 'change-password',
  machine: changePasswordMachine,
  inputs: { '': undefined },
  events: {
    'current.change': { Old: { currentPassword: 'Old' } },
    'new.change': { good: { newPassword: 'Abcdefg1' }, short: { newPassword: 'Abcdefg' } },
    'confirm.change': { same: { confirmPassword: 'Abcdefg1' }, short: { confirmPassword: 'Abcdefg' } },
    'current.toggle': { '': {} },
    'new.toggle': { '': {} },
    'confirm.toggle': { '': {} },
    'form.submit': { '': {} },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
  },
  acts: defineActs<typeof changePasswordMachine>({
    'current.change': ({ currentPassword }) => fill('Current Password', currentPassword),
    'new.change': ({ newPassword }) => fill('New Password', newPassword),
    'confirm.change': ({ confirmPassword }) => fill('Confirm New Password', confirmPassword),
    'current.toggle': (_, { context }) => toggle('current password', context.isCurrentShown),
    'new.toggle': (_, { context }) => toggle('new password', context.isNewShown),
    'confirm.toggle': (_, { context }) => toggle('confirm new password', context.isConfirmShown),
    // The button is disabled until all three fields have text. Enter submits and shows which field is missing.
    'form.submit': (_, { context: { currentPassword, newPassword, confirmPassword } }) =>
      [currentPassword, newPassword, confirmPassword].includes('')
        ? [
            key('Enter', 'textbox', 'Current Password'),
            key('Enter', 'textbox', 'New Password'),
            key('Enter', 'textbox', 'Confirm New Password'),
          ]
        : press('button', 'Change Password'),
  }),
  done: { changePassword: { '': undefined } },
  fail: {
    changePassword: {
      'wrong, without words': new ApiError({ kind: 'refused', status: 400 }),
      'too common': new ApiError({ kind: 'refused', status: 400, message: COMMON, fields: { newPassword: COMMON } }),
    },
  },
  late: ['changePassword'],
  project: ({ problem, ...rest }) => ({ ...rest, problem: problem?.text }),
  delays: { successClears: 5_000, errorClears: 8_000 },
  states: {
    editing: (snapshot) => snapshot.matches('editing'),
    'editing.plain': (snapshot) => snapshot.matches({ editing: 'plain' }),
    'editing.refused': (snapshot) => snapshot.matches({ editing: 'refused' }),
    'editing.failed': (snapshot) => snapshot.matches({ editing: 'failed' }),
    'editing.changed': (snapshot) => snapshot.matches({ editing: 'changed' }),
    saving: (snapshot) => snapshot.matches('saving'),
    gone: (snapshot) => snapshot.matches('gone'),
  },
  invariants: {
    'a wrong current password never logs the shopper out': ({ step, snapshot }) =>
      !snapshot.matches('gone') || step?.event.type === 'session.ended' || /unauthorized|401/.test(step?.label ?? ''),
    'the passwords are sent exactly as typed and kept nowhere': ({ started, before, snapshot }) =>
      started
        .filter(({ slot }) => slot === 'changePassword')
        .every(({ input }) =>
          dequal(input, {
            currentPassword: before?.context.currentPassword,
            newPassword: before?.context.newPassword,
          }),
        ) &&
      (!snapshot.matches('gone') ||
        snapshot.context.currentPassword + snapshot.context.newPassword + snapshot.context.confirmPassword === ''),
    'at most one PUT /auth/change-password is open at a time': ({ calls }) =>
      calls.filter(({ slot, isOpen }) => slot === 'changePassword' && isOpen()).length <= 1,
    'the form begins empty and hidden, and nothing is said': ({ step, snapshot: { context } }) =>
      step?.kind !== 'start' || Object.values(context).every((value) => value === '' || value === null || !value),
    'a success empties the form, hides it and says no more of what was wrong': ({ snapshot: { context }, step }) =>
      step?.label.startsWith('changePassword answers') !== true ||
      Object.values(context).every((value) => value === '' || value === null || value === false),
    'what was typed is kept until the password is changed': ({ step, before, snapshot }) => {
      if (before === null || !snapshot.matches('editing') || snapshot.matches({ editing: 'changed' })) return true;
      if (/\.(change|toggle)$/.test(step?.event.type ?? '')) return true;
      const { problem: _, ...typed } = snapshot.context;
      const { problem: __, ...then } = before.context;
      return dequal(typed, then);
    },
    'something is called wrong exactly where the form was refused or the change failed': ({ snapshot }) =>
      (snapshot.context.problem !== null) ===
      (snapshot.matches({ editing: 'refused' }) || snapshot.matches({ editing: 'failed' })),
    'typing takes nothing of what is said away': ({ step, before, snapshot }) =>
      before?.matches('editing') !== true ||
      !/\.(change|toggle)$/.test(step?.event.type ?? '') ||
      (dequal(snapshot.value, before.value) && snapshot.context.problem === before.context.problem),
    'Q5: a 400 without words asks for the current password': ({ step, snapshot: { context } }) =>
      step?.label !== 'changePassword fails(wrong, without words)' || context.problem?.text === LONG,
    'the text about a refused password is said, whichever field it names (H15)': ({ step, snapshot: { context } }) =>
      step?.label !== 'changePassword fails(too common)' || context.problem?.text === COMMON,
    'every server error also shows its request id': ({ step, snapshot: { context } }) =>
      step === null ||
      context.problem === null ||
      !/fails\((server error|.*with words)/.test(step.label) ||
      context.problem.requestId !== null,
  },
  equivalents: Object.fromEntries(
    [
      'editing.refused: after errorClears',
      'editing.failed: after errorClears',
      'editing.changed: after successClears',
    ].map((way) => [`retarget ${way} -> editing`, 'plain is where editing begins']),
  ),
});
