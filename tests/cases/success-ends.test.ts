import path from 'node:path';
import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { AnyModel } from 'model-testing/model/define';
import { failures } from '../../model-testing.config.ts';
import { credentials } from '../flows/support/account.samples.ts';
import { LiveActor } from 'model-testing/model/live';
import type { Call } from 'model-testing/model/live';
import { sources } from '../support/files.ts';

/**
 * The success of a call must clear every error that a failure of the same call set in the context. Random walks with
 * fixed seeds prove this for each flow. `ENDS` lists other data that a success must clear (secrets, drafts, data for a
 * reload).
 */

const WALKS = 40;
const STEPS = 40;

const names = sources('tests/flows').flatMap(({ path: file }) => (file.endsWith('.model.ts') ? [file] : []));
const models = await Promise.all(
  names.map(async (file) => {
    const exported = (await import(path.resolve(file))) as Record<string, AnyModel>;
    return Object.values(exported).filter((one) => typeof one === 'object' && 'flow' in one && 'machine' in one)[0];
  }),
);
const calling = models.filter((model): model is AnyModel => model !== undefined && failing(model).length > 0);

/** Returns the calls that have sample responses. */
function failing(model: AnyModel): string[] {
  return Object.keys(model.done).filter((slot) => Object.keys(model.done[slot] ?? {}).length > 0);
}

/** Creates a random number generator from 0 to 1 with a seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isBlank));

/** Returns the errors in the context, by field. */
function errorsIn(snapshot: AnyMachineSnapshot): Map<string, unknown> {
  const entries = Object.entries(snapshot.context as object);
  return new Map(
    entries.filter(
      ([key, value]) => /problem|errors?$|failure|refusal|badFields|message/i.test(key) && !isBlank(value),
    ),
  );
}

interface Move {
  readonly text: string;
  readonly slot: string | null;
  readonly isGood: boolean;
  make(live: LiveActor): Promise<void>;
}

function getMoves(model: AnyModel, live: LiveActor): Move[] {
  const open = new Map(live.openCalls().map((call: Call) => [call.slot, call]));
  const moves: Move[] = [];
  for (const [type, cases] of Object.entries(model.events)) {
    const { sentBy, ...rest } = cases as { sentBy?: string; cases?: object };
    const by = typeof sentBy === 'string' ? sentBy : null;
    if (by !== null && !open.has(by)) continue;
    for (const [title, payload] of Object.entries((by === null ? rest : rest.cases) ?? {})) {
      const event = { ...(payload as object), type } as EventObject;
      if (!live.snapshot.can(event as never)) continue;
      const make = () => (by === null ? live.send(event as never) : live.emit(by, event as never));
      moves.push({ text: `${type}(${title})`, slot: null, isGood: false, make });
    }
  }
  for (const slot of failing(model).filter((one) => open.has(one))) {
    for (const [title, output] of Object.entries(model.done[slot] ?? {}))
      moves.push({ text: `${slot} answers(${title})`, slot, isGood: true, make: () => live.answer(slot, output) });
    for (const [title, error] of Object.entries({ ...failures, ...model.fail?.[slot] }))
      moves.push({ text: `${slot} fails(${title})`, slot, isGood: false, make: () => live.fail(slot, error) });
  }
  return moves;
}

interface Walked {
  /** Number of errors that failures set in the context. `stale` lists errors that remained after a success. */
  left: number;
  readonly stale: string[];
}

async function walk(model: AnyModel, input: unknown, seed: number, walked: Walked): Promise<void> {
  const next = numbersFrom(seed);
  const live = new LiveActor(model.machine);
  const taken: string[] = [];
  /** The failed call of each error. */
  const blamed = new Map<string, { readonly slot: string; readonly error: unknown }>();
  try {
    await live.start(input as never);
    for (let step = 0; step < STEPS && live.snapshot.status === 'active'; step += 1) {
      const moves = getMoves(model, live);
      // Prefers calls, because most events only type.
      const calls = moves.filter(({ slot }) => slot !== null);
      const among = calls.length > 0 && next() < 0.6 ? calls : moves;
      const move = among[Math.floor(next() * among.length)];
      if (move === undefined) break;
      const before = errorsIn(live.snapshot);
      await move.make(live);
      taken.push(move.text);
      const after = errorsIn(live.snapshot);
      for (const [key, { error }] of blamed) if (after.get(key) !== error) blamed.delete(key);
      for (const [key, error] of after)
        if (move.slot !== null && !move.isGood && before.get(key) !== error) {
          walked.left += 1;
          blamed.set(key, { slot: move.slot, error });
        }
      for (const [key, { slot }] of blamed)
        if (move.isGood && slot === move.slot) walked.stale.push(`${key} after ${taken.join(' > ')}`);
    }
  } catch (error) {
    // A machine can end with an unhandled error, as its table specifies.
    if (live.openCalls().length > 0) throw error;
  } finally {
    live.stop();
  }
}

/** Flows without call errors in their context. A state or the child machine that makes the call has them. */
const KEEP_NONE = [
  'cart',
  'filters',
  'flash-countdown',
  'order-success',
  'price-filter',
  'product-detail',
  'purchase',
  'search-box',
  'top-categories',
  'waiting-payment',
];

interface End {
  readonly flow: string;
  readonly what: string;
  /** Events and responses of other calls before the success. */
  readonly typed: readonly (EventObject | { readonly answer: string; readonly with: unknown })[];
  /** The call that succeeds, with its response. */
  readonly success: string;
  readonly answers: unknown;
  /** Expected context after the success, which must differ before it. */
  readonly over: object;
}

const text = (type: string, field: string, value: string) => ({ type, [field]: value });

const ENDS: readonly End[] = [
  {
    flow: 'contact',
    what: 'the message and keeps the sender',
    typed: [
      text('name.change', 'name', 'Wanjiku'),
      text('email.change', 'email', 'wanjiku@example.com'),
      text('message.change', 'message', 'Hello'),
      { type: 'form.submit' },
    ],
    success: 'sendMessage',
    answers: undefined,
    over: { name: 'Wanjiku', message: '' },
  },
  {
    flow: 'change-password',
    what: 'all three passwords and their visibility',
    typed: [
      text('current.change', 'currentPassword', 'Old'),
      text('new.change', 'newPassword', 'Abcdefg1'),
      text('confirm.change', 'confirmPassword', 'Abcdefg1'),
      { type: 'new.toggle' },
      { type: 'form.submit' },
    ],
    success: 'changePassword',
    answers: undefined,
    over: { currentPassword: '', newPassword: '', confirmPassword: '', isNewShown: false },
  },
  {
    flow: 'reset-password',
    what: 'the token of the link and both passwords',
    typed: [
      text('password.change', 'password', 'Abcdefg1'),
      text('confirm.change', 'confirmPassword', 'Abcdefg1'),
      { type: 'form.submit' },
    ],
    success: 'resetPassword',
    answers: credentials,
    over: { token: null, password: '', confirmPassword: '' },
  },
  {
    flow: 'reviews',
    what: 'the draft',
    typed: [
      { type: 'session.signedIn', shopper: 'u1', draft: { rating: 0, title: '', comment: '' } } as EventObject,
      { answer: 'askMay', with: { canReview: true } },
      { type: 'form.open' },
      { type: 'rating.choose', rating: 5 } as EventObject,
      text('title.change', 'title', 'Nice'),
      text('comment.change', 'comment', 'Good'),
      { type: 'form.submit' },
    ],
    success: 'sendReview',
    answers: { _id: 'r1', rating: 5, title: 'Nice', comment: 'Good' },
    over: { draft: { rating: 0, title: '', comment: '' }, isSent: true },
  },
];

describe('§7: data that a success clears', () => {
  test.each(calling.map((model) => [model.flow, model] as const))(
    'a success clears the error of the same call: %s',
    async (_, model) => {
      const walked: Walked = { left: 0, stale: [] };
      const inputs = Object.values(model.inputs);
      for (let seed = 1; seed <= WALKS; seed += 1) await walk(model, inputs[seed % inputs.length], seed, walked);
      expect(walked.stale).toEqual([]);
      // Walks without an error in the context prove nothing.
      expect(walked.left > 0).toBe(!KEEP_NONE.includes(model.flow));
    },
  );

  test.each(ENDS.map((one) => [one.flow, one.success, one.what, one] as const))(
    '%s: %s clears %s',
    async (flow, success, _, { typed, answers, over }) => {
      const model = models.find((one) => one?.flow === flow) as AnyModel;
      const live = new LiveActor(model.machine);
      await live.start(Object.values(model.inputs)[0] as never);
      for (const event of typed) {
        if ('answer' in event) await live.answer(String(event.answer), event.with);
        else await live.send(event as never);
      }
      expect(live.snapshot.context).not.toMatchObject(over);
      await live.answer(success, answers);
      expect(live.snapshot.context).toMatchObject(over);
      live.stop();
    },
  );
});
