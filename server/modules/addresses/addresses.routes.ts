import { createAddress, setDefaultAddress } from '../../../contract/addresses.ts';
import type { Deps } from '../../deps.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { createAddressesService } from './addresses.service.ts';

/** Saved addresses, as far as the checkout needs them (§7). */
export function addressRoutes(deps: Deps): Handler[] {
  const addresses = createAddressesService(deps);
  return [
    handler(createAddress, async (request, { user }) => ok({ user: await addresses.create(user, request) })),
    handler(setDefaultAddress, async ({ id }, { user }) => ok({ user: await addresses.setDefault(user, id) })),
  ];
}
