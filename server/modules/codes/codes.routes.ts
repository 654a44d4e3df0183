import * as contract from '../../../contract/auth.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';

/** Phone verification: sends and checks codes (§7). */
export function codesRoutes(services: Pick<Services, 'otp'>): Handler[] {
  const { otp } = services;

  return [
    handler(contract.sendOtp, async ({ phone }, call) => ok(await otp.send(phone, call))),
    handler(contract.verifyOtp, async ({ pinId, pin }, call) => ok(await otp.verify(pinId, pin, call))),
  ];
}
