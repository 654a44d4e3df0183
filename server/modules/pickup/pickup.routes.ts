import { pickupStationsAt, searchPickupStations } from '../../../contract/pickup.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';

export function pickupRoutes({ pickup }: Pick<Services, 'pickup'>): Handler[] {
  return [
    handler(pickupStationsAt, async ({ county, city }) => ok({ stations: await pickup.at(county, city) })),
    handler(searchPickupStations, async ({ query }) => ok({ stations: await pickup.search(query) })),
  ];
}
