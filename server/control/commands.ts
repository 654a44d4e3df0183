import * as v from 'valibot';
import { ROLES } from '../../contract/endpoint.ts';
import { text } from '../../contract/fields.ts';
import { createStaffAccountsService } from '../modules/staff/staff-accounts.service.ts';
import { command, type Command } from './command.ts';

/** `npm run admin -- add` (H1). */
export const addStaff = command({
  name: 'staff.add',
  input: v.strictObject({
    email: text(254),
    name: text(120),
    role: v.picklist(ROLES),
    password: v.pipe(v.string(), v.maxLength(200)),
    by: text(120),
  }),
  run: (deps, input) => createStaffAccountsService(deps).add(input),
});

/** All that a running shop carries out for whoever owns its data directory. */
export const commands: readonly Command[] = [addStaff];
