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
 * What a success of a call ends besides its main effect: no error that a failure of the same call has left in the context
 * stands there any more. Each flow is walked at random, the same way every time. What else
 * must be over after a success (secrets, drafts, what is kept for a reload) stands in a table.
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

/** Calls that can fail and can be answered. */
function failing(model: AnyModel): string[] {
  return Object.keys(model.done).filter((slot) => Object.keys(model.done[slot] ?? {}).length > 0);
}

/** The same numbers from 0 to 1 for the same seed. */
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

/** What is called wrong, by the field of the context. */
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

function movesOf(model: AnyModel, live: LiveActor): Move[] {
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
  /** Errors that a failure has left, and the answers after which one of them still stood there. */
  left: number;
  readonly stale: string[];
}

async function walk(model: AnyModel, input: unknown, seed: number, walked: Walked): Promise<void> {
  const next = numbersFrom(seed);
  const live = new LiveActor(model.machine);
  const taken: string[] = [];
  /** The call whose failure has left it. */
  const blamed = new Map<string, { readonly slot: string; readonly error: unknown }>();
  try {
    await live.start(input as never);
    for (let step = 0; step < STEPS && live.snapshot.status === 'active'; step += 1) {
      const moves = movesOf(model, live);
      // Calls go on more often than not: most events only type.
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
    // A machine may end with an error that nothing in it listens to, as its table says.
    if (live.openCalls().length > 0) throw error;
  } finally {
    live.stop();
  }
}

/** Flows whose context keeps no error of a call: a state says it, or the machine inside that makes the call. */
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
  /** What comes before: events, and answers of other calls. */
  readonly typed: readonly (EventObject | { readonly answer: string; readonly with: unknown })[];
  /** The call that succeeds, and what it answers. */
  readonly success: string;
  readonly answers: unknown;
  /** What the context says of it afterwards, and did not before. */
  readonly over: object;
}

const text = (type: string, field: string, value: string) => ({ type, [field]: value });

const ENDS: readonly End[] = [
  {
    flow: 'contact',
    what: 'the message, and keeps who wrote it',
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
    what: 'all three passwords and their eyes',
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

describe('§7: what a success ends', () => {
  test.each(calling.map((model) => [model.flow, model] as const))(
    'an error of a call does not outlive its success: %s',
    async (_, model) => {
      const walked: Walked = { left: 0, stale: [] };
      const inputs = Object.values(model.inputs);
      for (let seed = 1; seed <= WALKS; seed += 1) await walk(model, inputs[seed % inputs.length], seed, walked);
      expect(walked.stale).toEqual([]);
      // A walk in which no call has left an error proves nothing.
      expect(walked.left > 0).toBe(!KEEP_NONE.includes(model.flow));
    },
  );

  test.each(ENDS.map((one) => [one.flow, one.success, one.what, one] as const))(
    '%s: %s ends %s',
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
