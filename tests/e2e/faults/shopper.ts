import { errors } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Shop } from '../support/shop.ts';
import type { Control, Seen } from './seen.ts';
import type { Begun, Press, Step, Tour } from './tours.ts';

/** Controls that continue after a failure, in addition to the steps of a tour. */
const WAYS_ON: readonly Press[] = [
  { does: 'press', role: 'button', name: /^(Try again|Retry)$/i },
  { does: 'press', role: 'button', name: /^Resend (Code|Email)$/ },
];
/** A request to wait in a message, and its duration. */
const WAIT = /wait a minute/;
const WAIT_MS = 60_000;
/** Controls that a message refers to. */
const ASKED: readonly { readonly says: RegExp; readonly press: Press & { readonly name: string } }[] = [
  { says: /request a new code/, press: { does: 'press', role: 'button', name: 'Resend Code' } },
  { says: /Invalid reset token/, press: { does: 'press', role: 'link', name: 'Request New Reset Link' } },
  { says: /already registered/, press: { does: 'press', role: 'link', name: 'Login' } },
];
const GLANCE_MS = 3_000;
/** The shopper does not press one button indefinitely. */
const MOST_PRESSES = 2;
/** Longer than a call's timeout (§7): then the shopper navigates elsewhere in the shop. */
const UNTIL_ELSEWHERE_MS = 15_000;
/** For a control that has just disappeared. */
const PATIENCE_MS = 5_000;

interface Situation {
  readonly page: Page;
  readonly shop: Shop;
  readonly tour: Tour;
  readonly begun: Begun;
  readonly open: (address: string) => Promise<void>;
  /** Called before a press. */
  readonly onPress: () => void;
}

/**
 * A shopper who reads the page and uses its controls: fills in empty fields, then presses controls beside an error,
 * then the latest step of the tour, then any other control that continues.
 */
export function createShopper({ page, shop, tour, begun, open, onPress }: Situation) {
  const typed = new Map<string, string>();
  /** The values typed on the current page. Another page starts with empty fields. */
  const filled = new Map<string, string>();
  const opened = new Set<string>();
  const paid = new Set<string>();
  const complaints: string[] = [];
  /** The number of presses of a control with the same text in the field before it. */
  const pressed = new Map<string, number>();
  let path = '';

  const locate = ({ isDialog }: Seen, { role, name }: Control) =>
    (isDialog ? page.getByRole('dialog') : page).getByRole(role as 'button', { name, exact: true }).first();

  async function type(seen: Seen): Promise<string[]> {
    const done: string[] = [];
    for (const step of tour.steps) {
      if (step.does !== 'type') continue;
      const field = seen.controls.find(({ role, name, isOn }) => role === 'textbox' && name === step.label && isOn);
      const text = field && (await step.text(shop, begun.who));
      if (field === undefined || text == null || field.value === text) continue;
      if (filled.get(step.label) === text && step.isOfScreen !== true)
        complaints.push(`what was typed into ${step.label} is gone`);
      await locate(seen, field).fill(text, { timeout: PATIENCE_MS });
      typed.set(step.label, text);
      filled.set(step.label, text);
      done.push(`type ${step.label}`);
    }
    return done;
  }

  async function choose(seen: Seen): Promise<string[]> {
    const done: string[] = [];
    for (const step of tour.steps) {
      if (step.does !== 'choose') continue;
      const box = seen.controls.find(({ role, name, isOn }) => role === step.role && step.name.test(name) && isOn);
      if (box === undefined || box.isChecked) continue;
      if (typed.has(box.name)) complaints.push(`what was chosen at ${box.name} is gone`);
      await locate(seen, box).check({ timeout: PATIENCE_MS });
      typed.set(box.name, '');
      done.push(`choose ${box.name}`);
    }
    return done;
  }

  async function press(seen: Seen, steps: readonly Press[], isFit: (control: Control) => boolean = () => true) {
    for (const { role, name, after, called } of steps) {
      if (after !== undefined && !typed.has(after)) continue;
      const control = seen.controls.find(
        (one) => one.role === role && (typeof name === 'string' ? one.name === name : name.test(one.name)) && one.isOn,
      );
      if (control === undefined || !isFit(control)) continue;
      const what = `${role} ${control.name} ${seen.isDialog ? 'of the dialog' : ''} ${after === undefined ? '' : typed.get(after)}`;
      const times = (pressed.get(what) ?? 0) + 1;
      if (times > MOST_PRESSES) continue;
      onPress();
      const before = page.url();
      await locate(seen, control).click({ timeout: PATIENCE_MS });
      // The code of the next page may load later; a shopper who still sees the old page presses again.
      if (role === 'link') await page.waitForURL((url) => url.href !== before, { timeout: PATIENCE_MS });
      pressed.set(what, times);
      return [called ?? control.name];
    }
    return [];
  }

  async function away(seen: Seen): Promise<string[]> {
    for (const step of tour.steps) {
      if (!('where' in step) || !step.where.test(seen.text)) continue;
      if (step.does === 'wait') {
        await step.until(shop, begun.who);
        continue;
      }
      const done = await (step.does === 'pay' ? pay() : openMail(step.subject));
      if (done.length > 0) return done;
    }
    return [];
  }

  async function pay(): Promise<string[]> {
    const open = (await shop.prompts(begun.who.msisdn)).find(({ state }) => state === 'open');
    if (open === undefined || paid.has(open.checkoutRequestId)) return [];
    paid.add(open.checkoutRequestId);
    await shop.answerPrompt(open.checkoutRequestId, 'pay');
    return ['enter the PIN on the phone'];
  }

  async function openMail(subject: string): Promise<string[]> {
    // All requested mails arrive, and the newest counts.
    await shop.advanceClock(1);
    const [link = ''] = (await shop.mail(begun.who.email, subject)).links;
    if (opened.has(link)) return [];
    opened.add(link);
    await open(link);
    return ['open the link of the mail'];
  }

  const isToldToWait = ({ said }: Seen) => said.some((text) => WAIT.test(text));
  /** Returns the control that a message refers to, if the page has it. */
  const askedIn = ({ said, controls }: Seen) =>
    ASKED.find(
      ({ says, press: { role, name } }) =>
        said.some((text) => says.test(text)) && controls.some((one) => one.role === role && one.name.startsWith(name)),
    )?.press;
  const getPresses = (steps: readonly Step[]) => steps.filter((step): step is Press => step.does === 'press').reverse();
  const beside = (seen: Seen): Promise<string[]> => press(seen, WAYS_ON, ({ isInMessage }) => isInMessage);
  const ways: readonly ((seen: Seen, quietMs: number) => Promise<string[]>)[] = [
    beside,
    away,
    async (seen) => [...(await type(seen)), ...(await choose(seen))],
    (seen) => press(seen, getPresses(tour.steps)),
    (seen) => press(seen, WAYS_ON),
    (seen, quietMs) => (quietMs < UNTIL_ELSEWHERE_MS ? Promise.resolve([]) : press(seen, tour.elsewhere ?? [])),
  ];

  return {
    complaints: () => complaints,
    /** Milliseconds that the shopper waits when there is nothing to do. */
    patience: (seen: Seen): number => (isToldToWait(seen) || askedIn(seen) ? WAIT_MS : GLANCE_MS),
    /** Handles errors that are still shown at the end of the tour. */
    tidy: beside,
    /** Performs one action, or fills in a form. `quietMs` is the time without an offer. */
    async act(seen: Seen, quietMs: number): Promise<string[]> {
      if (path !== seen.path) {
        filled.clear();
        pressed.clear();
        path = seen.path;
      }
      if (isToldToWait(seen) && quietMs < WAIT_MS) return [];
      const asked = askedIn(seen);
      for (const way of asked === undefined ? ways : [(now: Seen) => press(now, [asked])]) {
        const done = await way(seen, quietMs).catch((error: unknown) => {
          // The control has just disappeared.
          if (error instanceof errors.TimeoutError) return [];
          throw error;
        });
        if (done.length > 0) return done;
      }
      return [];
    },
  };
}
