import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { FlashDeal } from '../../../contract/catalogue.ts';
import { flashCountdown } from '../../compose/home/flash-countdown.ts';
import { watchPresent } from '../../compose/listen.ts';
import type { productListMachine } from '../../machines/catalogue/product-list.machine.ts';
import { HAS_PLACEHOLDER } from '../../rules/home/flash.ts';
import { FlashCountdownView } from '../../views/home/flash-countdown.view.tsx';
import { useApp, useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { useFirstNow } from '../page-data.ts';
import { useRootActor } from '../root-actor.ts';

const Countdown = connect(FlashCountdownView);

interface FlashClockProps {
  readonly list: Pick<ActorRefFrom<typeof productListMachine>, 'getSnapshot' | 'subscribe' | 'send'>;
  /** The deals that the server rendered. */
  readonly loaded: readonly FlashDeal[] | null;
}

/** The clock of the listed flash deals. It notifies the list when a deal ends (U2). */
export default function FlashClock({ list, loaded }: FlashClockProps) {
  const { env } = useApp();
  const machine = useMachines(flashCountdown);
  const now = useFirstNow();
  const known = loaded !== null && now !== null ? { deals: loaded, now } : null;
  const clock = useRootActor(machine, { input: { known, hasPlaceholder: HAS_PLACEHOLDER } });
  useEffect(() => {
    const stopDeals = watchPresent(
      list,
      ({ context }) => context.deals,
      (deals) => clock.send({ type: 'deals.known', deals, now: env.now() }),
      { known: loaded },
    );
    const stopEndings = watchPresent(
      clock,
      ({ context }) => context.endings,
      () => list.send({ type: 'deal.ended' }),
      { known: 0 },
    );
    return () => {
      stopDeals();
      stopEndings();
    };
  }, [list, clock, env, loaded]);
  return <Countdown actor={clock} />;
}
