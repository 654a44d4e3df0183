import * as contract from '../../../contract/addresses.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import * as texts from './addresses.texts.ts';

/** Saved addresses (§7). */
export function addressRoutes({ addresses }: Pick<Services, 'addresses'>): Handler[] {
  return [
    handler(contract.createAddress, async (request, { user }) =>
      ok({ user: await addresses.create(user, request) }, texts.added),
    ),
    handler(contract.updateAddress, async ({ id, ...address }, { user }) =>
      ok({ user: await addresses.update(user, id, address) }, texts.updated),
    ),
    handler(contract.deleteAddress, async ({ id }, { user }) =>
      ok({ user: await addresses.remove(user, id) }, texts.deleted),
    ),
    handler(contract.setDefaultAddress, async ({ id }, { user }) =>
      ok({ user: await addresses.setDefault(user, id) }, texts.defaultUpdated),
    ),
  ];
}
