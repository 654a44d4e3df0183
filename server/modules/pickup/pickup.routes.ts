import { pickupStationsAt, searchPickupStations } from '../../../contract/pickup.ts';
import type { Deps } from '../../deps.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { createPickupService } from './pickup.service.ts';

export function pickupRoutes(deps: Deps): Handler[] {
  const pickup = createPickupService(deps);
  return [
    handler(pickupStationsAt, async ({ county, city }) => ok({ stations: await pickup.at(county, city) })),
    handler(searchPickupStations, async ({ query }) => ok({ stations: await pickup.search(query) })),
  ];
}
