import type { SimulatedClock } from '../core/clock.ts';
import type { Simulator } from '../core/simulator.ts';
import type { AccountCall, AccountPlan } from './account-requests.ts';
import { accountWire } from './account.ts';
import { createHandPayments } from './c2b.ts';
import { mpesaControl } from './control.ts';
import { spikeArrest } from './errors.ts';
import { createLedger, type Transaction } from './ledger.ts';
import { DEFAULT_RULES, MERCHANT, type Rules } from './merchant.ts';
import { moneyControl } from './money-control.ts';
import { createOperations } from './operations.ts';
import type { PlannedAct } from './outcomes.ts';
import { createPrompts, type Charge } from './prompts.ts';
import { syncWire } from './sync-wire.ts';
import { createTokens } from './tokens.ts';
import { expressWire } from './wire.ts';

/** Simulates Safaricom's Daraja API (providers 1.1 to 1.5, 1.11). */
export function daraja(clock: SimulatedClock): Simulator {
  const rules: Rules = { ...DEFAULT_RULES };
  const getRules = () => rules;
  const plans = new Map<string, PlannedAct>();
  const accountPlans = new Map<AccountCall, AccountPlan>();
  const tokens = createTokens(clock, getRules);
  const ledger = createLedger(getRules);
  const operations = createOperations();
  const hand = createHandPayments(clock, getRules, ledger);
  const prompts = createPrompts(clock, getRules, {
    charged: (charge) => ledger.add(toTransaction(charge)),
    told: async (charge) => hand.confirmPrompt(toTransaction(charge)),
  });
  const queried: number[] = [];

  function takePlan(phone: string): PlannedAct | undefined {
    const key = plans.has(phone) ? phone : '';
    const plan = plans.get(key);
    if (plan !== undefined && !plan.stays) plans.delete(key);
    return plan;
  }

  function takeAccountPlan(call: AccountCall): AccountPlan | undefined {
    const plan = accountPlans.get(call);
    if (plan !== undefined && !plan.stays) accountPlans.delete(call);
    return plan;
  }

  return {
    name: 'daraja',
    tooMany: spikeArrest(DEFAULT_RULES.queriesPerMinute),
    mount(app) {
      tokens.mount(app);
      void app.register(async (scope) =>
        expressWire(scope, { clock, rules: getRules, tokens, prompts, queried, takePlan }),
      );
      void app.register(async (scope) =>
        accountWire(scope, { clock, rules: getRules, tokens, ledger, operations, takePlan: takeAccountPlan }),
      );
      void app.register(async (scope) => syncWire(scope, { clock, rules: getRules, tokens, ledger, hand }));
    },
    control(app) {
      moneyControl(app, {
        now: clock.now,
        float: () => rules.float,
        ledger,
        operations,
        hand,
        plan: (plan) => void accountPlans.set(plan.call, plan),
      });
      mpesaControl(app, { prompts, tokens, rules, plan: (plan) => void plans.set(plan.phone, plan) });
    },
    // Keeps the access token, because the shop still uses it.
    reset() {
      queried.length = 0;
      Object.assign(rules, DEFAULT_RULES);
      plans.clear();
      accountPlans.clear();
      ledger.reset();
      operations.reset();
      hand.reset();
      prompts.reset();
    },
  };
}

function toTransaction({ receipt, at, amount, phone, accountReference }: Charge): Transaction {
  return {
    receipt,
    kind: 'prompt',
    at,
    amount,
    from: phone,
    to: MERCHANT.shortcode,
    name: 'Jane Wanjiru Test',
    account: accountReference,
  };
}
