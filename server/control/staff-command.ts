import * as v from 'valibot';
import type { Role, Schema } from '../../contract/endpoint.ts';
import { assertRole, type CurrentStaff } from '../people.ts';
import { command, type Command, type CommandContext } from './command.ts';

/** The staff login that a person typed. `StaffLoginService` judges it. */
export const StaffCredentials = v.strictObject({
  email: v.pipe(v.string(), v.maxLength(254)),
  password: v.pipe(v.string(), v.maxLength(200)),
});
export type StaffCredentials = v.InferOutput<typeof StaffCredentials>;

/** Input of a command that needs a staff login. */
export interface StaffInput<Input> {
  readonly login: StaffCredentials;
  readonly request: Input;
}

/**
 * Same as `command`, for one of the staff: the shop compares the password, with the waits of the login (D26), and checks
 * the role before `run`, which receives the person for the audit. The name of the machine's user is no identity.
 */
export function staffCommand<Input extends Schema, Output>(it: {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly input: Input;
  run(shop: CommandContext, input: v.InferOutput<Input>, staff: CurrentStaff): Promise<Output>;
}): Command<StaffInput<v.InferOutput<Input>>, Output> {
  return command({
    name: it.name,
    input: v.strictObject({ login: StaffCredentials, request: it.input }) as unknown as v.GenericSchema<
      StaffInput<v.InferOutput<Input>>
    >,
    run: async (shop, { login, request }) => {
      const staff = await shop.services.staffLogin.identify(login);
      assertRole(staff, it.roles);
      return it.run(shop, request, staff);
    },
  });
}
