import { expect, test } from 'vitest';
import { takesWhatIsWrong } from '../mutate/nearest.ts';

/** Which rows judge a wrong machine first. */

const events = { 'form.submit': { '': {} }, 'session.ended': { sentBy: 'watchSession', cases: { '': {} } } };
const taken = (name: string, state: string, ...edges: string[]) =>
  edges.filter(takesWhatIsWrong({ events } as never, { name, state }));

test.each([
  ['drop form: form.submit', 'form', 'form: form.submit -> done'],
  ['negate form: form.submit #2', 'form', 'form: form.submit [isFree] #2 -> (stays)'],
  ['retarget form: after hold -> done', 'form', 'form: after hold -> open'],
  ['drop form: always #1', 'form', 'form: at once [isFree] -> done'],
  ['drop action 1 of form: login answers', 'form', 'form: login answers [otherwise] -> done'],
  ['drop invoke form: login', 'form', 'form.waiting: login fails -> form'],
  ['drop invoke (root): watchSession', '(root)', 'form: session.ended -> done'],
])('%s is what a row takes wrongly', (name, state, edge) => {
  const others = ['form: form.submitted -> done', 'form: logins answers -> done', 'done: form.submit -> form'];
  expect(taken(name, state, edge, ...others)).toEqual([edge]);
});
