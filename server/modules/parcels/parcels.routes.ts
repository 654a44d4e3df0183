import { listParcelEvents, reportParcel } from '../../../contract/admin.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';

/** Calls of the staff about parcels (OWN-P1 to OWN-P4). */
export function parcelRoutes({ parcelReports }: Pick<Services, 'parcelReports'>): Handler[] {
  return [
    handler(reportParcel, async (request, { staff }) => ok({ order: await parcelReports.report(staff, request) })),
    handler(listParcelEvents, async ({ id }, { staff }) => ok({ events: await parcelReports.list(staff, id) })),
  ];
}
