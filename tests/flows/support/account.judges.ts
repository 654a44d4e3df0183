import { expect } from 'vitest';
import type { Problem } from '../../../src/rules/failure.ts';
import type { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import type { PhoneVerificationEvent } from '../../../src/machines/account/phone-verification.types.ts';
import type { LiveActor } from 'model-testing/model/live';
import { isEnabled } from 'model-testing/view/screen';
import type { Page } from 'model-testing/view/page';
import { verification } from './account.samples.ts';

/** A machine that invokes the phone step. */
interface Asking {
  readonly children: {
    readonly phoneVerification?: {
      getSnapshot(): { readonly value: unknown };
      send(event: PhoneVerificationEvent): void;
    };
  };
}

type AskingLive = Pick<LiveActor<typeof phoneVerificationMachine>, 'answer' | 'settle'> & { readonly snapshot: Asking };

/** Whether the phone step is past its code. */
export function isCompleting({ children }: Asking): boolean {
  return children.phoneVerification?.getSnapshot().value === 'completing';
}

/** The right code, from the phone step that really runs in the rows of whoever asks for it. */
export async function verifyPhone(live: AskingLive) {
  await live.answer('sendOtp', { pinId: 'P1', sentAt: 0 });
  live.snapshot.children.phoneVerification?.send({ type: 'code.verify', code: '123456' });
  await live.settle();
  await live.answer('verifyOtp', verification);
}

/** Another code, from the phone step. */
export async function resendCode(live: AskingLive) {
  live.snapshot.children.phoneVerification?.send({ type: 'code.resend' });
  await live.settle();
}

/** Back from the phone step. */
export async function leavePhoneStep(live: AskingLive) {
  live.snapshot.children.phoneVerification?.send({ type: 'step.back' });
  await live.settle();
}

/** The control with this `name`. */
export function fieldNamed({ element }: Page, name: string): HTMLInputElement {
  const field = element.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (field === null) throw new Error(`no field called ${name}`);
  return field;
}

/** Nothing can be typed, ticked or pressed but the links. */
export function expectAllOff({ element }: Page): void {
  const controls = [...element.querySelectorAll<HTMLElement>('input, button')];
  expect(controls.filter((control) => isEnabled(control)).map((control) => control.outerHTML)).toEqual([]);
}

/** A field holds this value and is called wrong by this error under it, and by nothing where that is null. */
export function expectField(page: Page, name: string, value: string, error: string | null): void {
  expect(fieldNamed(page, name).value).toBe(value);
  expectError(page, name, error);
}

/** A field is called wrong by this error under it, and by nothing where that is null. */
export function expectError(page: Page, name: string, error: string | null): void {
  const field = fieldNamed(page, name);
  expect(field.getAttribute('aria-invalid')).toBe(error === null ? null : 'true');
  const under = field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '';
  if (error !== null) expect(page.element.querySelector(`[id="${under}"]`)?.textContent).toBe(error);
}

/** The alert says this problem with its request id (H14) and offers the button; there is none where that is null. */
export function expectProblem(page: Page, problem: Problem | null, button = ''): void {
  const said = [...page.element.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);
  expect(said).toEqual(problem === null ? [] : [wordsOf(problem) + button]);
}

function wordsOf({ text, requestId }: Problem): string {
  return requestId === null ? text : `${text}Request ${requestId}`;
}
