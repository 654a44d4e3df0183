import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { id, requiredText, success, text } from './fields.ts';
import { User } from './user.ts';

const fields = {
  type: v.optional(v.picklist(['Home', 'Work', 'Other']), 'Home'),
  name: requiredText(120),
  address: requiredText(300),
  city: requiredText(120),
  country: requiredText(60),
  postalCode: v.optional(text(20), ''),
  phone: v.optional(text(40), ''),
  isDefault: v.optional(v.boolean(), false),
};

/** Every address call returns the user with all addresses (§7 Addresses). */
const reply = success(v.object({ user: User }));

export const createAddress = endpoint({
  method: 'POST',
  path: '/auth/addresses',
  access: 'customer',
  request: v.strictObject(fields),
  reply,
});

export const updateAddress = endpoint({
  method: 'PUT',
  path: '/auth/addresses/:id',
  access: 'customer',
  request: v.strictObject({ id, ...fields }),
  reply,
});

export const deleteAddress = endpoint({
  method: 'DELETE',
  path: '/auth/addresses/:id',
  access: 'customer',
  request: v.strictObject({ id }),
  reply,
});

export const setDefaultAddress = endpoint({
  method: 'PUT',
  path: '/auth/addresses/:id/default',
  access: 'customer',
  request: v.strictObject({ id }),
  reply,
});
