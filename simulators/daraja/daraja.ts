import type { SimulatedClock } from '../core/clock.ts';
import type { Simulator } from '../core/simulator.ts';
import { mpesaControl } from './control.ts';
import { spikeArrest } from './errors.ts';
import { DEFAULT_RULES, type Rules } from './merchant.ts';
import type { PlannedAct } from './outcomes.ts';
import { createPrompts } from './prompts.ts';
import { createTokens } from './tokens.ts';
import { expressWire } from './wire.ts';

/** Simulates Safaricom's Daraja API: OAuth, STK push, STK query and callbacks (providers 1.1 to 1.5). */
export function daraja(clock: SimulatedClock): Simulator {
  const rules: Rules = { ...DEFAULT_RULES };
  const plans = new Map<string, PlannedAct>();
  const tokens = createTokens(clock, () => rules);
  const prompts = createPrompts(clock, () => rules);
  const queried: number[] = [];

  function takePlan(phone: string): PlannedAct | undefined {
    const key = plans.has(phone) ? phone : '';
    const plan = plans.get(key);
    if (plan !== undefined && !plan.stays) plans.delete(key);
    return plan;
  }

  return {
    name: 'daraja',
    tooMany: spikeArrest(DEFAULT_RULES.queriesPerMinute),
    mount(app) {
      tokens.mount(app);
      void app.register(async (scope) =>
        expressWire(scope, { clock, rules: () => rules, tokens, prompts, queried, takePlan }),
      );
    },
    control: (app) => mpesaControl(app, { prompts, tokens, rules, plan: (plan) => void plans.set(plan.phone, plan) }),
    // Keeps the access token, because the shop still uses it.
    reset() {
      queried.length = 0;
      Object.assign(rules, DEFAULT_RULES);
      plans.clear();
      prompts.reset();
    },
  };
}
