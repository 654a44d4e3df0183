import { expect } from 'vitest';
import type { Problem } from '../../../src/rules/failure.ts';
import type { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import type { PhoneVerificationEvent } from '../../../src/machines/account/phone-verification.types.ts';
import type { LiveActor } from 'model-testing/model/live';
import { isEnabled } from 'model-testing/view/enabled';
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

/** Whether the phone step has accepted the code and completes. */
export function isCompleting({ children }: Asking): boolean {
  return children.phoneVerification?.getSnapshot().value === 'completing';
}

/** Enters the right code in the phone step, which runs inside the rows of its parent. */
export async function verifyPhone(live: AskingLive) {
  await live.answer('sendOtp', { pinId: 'P1', sentAt: 0 });
  live.snapshot.children.phoneVerification?.send({ type: 'code.verify', code: '123456' });
  await live.settle();
  await live.answer('verifyOtp', verification);
}

/** Requests another code in the phone step. */
export async function resendCode(live: AskingLive) {
  live.snapshot.children.phoneVerification?.send({ type: 'code.resend' });
  await live.settle();
}

/** Leaves the phone step with Back. */
export async function leavePhoneStep(live: AskingLive) {
  live.snapshot.children.phoneVerification?.send({ type: 'step.back' });
  await live.settle();
}

/** Returns the control with this `name`. */
export function fieldNamed({ element }: Page, name: string): HTMLInputElement {
  const field = element.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (field === null) throw new Error(`no field called ${name}`);
  return field;
}

/** Expects that all controls except links are disabled. */
export function expectAllOff({ element }: Page): void {
  const controls = [...element.querySelectorAll<HTMLElement>('input, button')];
  expect(controls.filter((control) => isEnabled(control)).map((control) => control.outerHTML)).toEqual([]);
}

/** Expects the value of a field and its error text. `null` is no error. */
export function expectField(page: Page, name: string, value: string, error: string | null): void {
  expect(fieldNamed(page, name).value).toBe(value);
  expectError(page, name, error);
}

/** Expects the error text of a field. `null` is no error. */
export function expectError(page: Page, name: string, error: string | null): void {
  const field = fieldNamed(page, name);
  expect(field.getAttribute('aria-invalid')).toBe(error === null ? null : 'true');
  const under = field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '';
  if (error !== null) expect(page.element.querySelector(`[id="${under}"]`)?.textContent).toBe(error);
}

/** Expects an alert with this problem, its request id (H14) and the button. `null` is no alert. */
export function expectProblem(page: Page, problem: Problem | null, button = ''): void {
  const said = [...page.element.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);
  expect(said).toEqual(problem === null ? [] : [getWords(problem) + button]);
}

function getWords({ text, requestId }: Problem): string {
  return requestId === null ? text : `${text}Request ${requestId}`;
}
