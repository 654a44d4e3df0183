import * as v from 'valibot';

const toEmptyText = (value: string | null) => value ?? '';
const textOrEmpty = v.pipe(v.optional(v.nullable(v.string()), ''), v.transform(toEmptyText));

/** §3 Saved address. */
export const SavedAddress = v.object({
  _id: v.string(),
  type: v.optional(v.picklist(['Home', 'Work', 'Other']), 'Home'),
  name: v.string(),
  address: v.string(),
  city: v.string(),
  country: v.string(),
  postalCode: textOrEmpty,
  phone: textOrEmpty,
  isDefault: v.optional(v.boolean(), false),
});
export type SavedAddress = v.InferOutput<typeof SavedAddress>;

/** §3 User, as stored in the browser under `user` and returned by the profile call. */
export const User = v.object({
  _id: v.string(),
  name: v.string(),
  email: v.string(),
  phone: v.optional(v.nullable(v.string()), null),
  avatar: v.optional(v.nullable(v.string()), null),
  address: v.optional(
    v.nullable(
      v.object({
        street: v.optional(v.string(), ''),
        city: v.optional(v.string(), ''),
        state: v.optional(v.string(), ''),
        zipCode: v.optional(v.string(), ''),
        country: v.optional(v.string(), ''),
      }),
    ),
    null,
  ),
  addresses: v.optional(v.array(SavedAddress), []),
});
export type User = v.InferOutput<typeof User>;
