/**
 * Normalises the spelling of e-mail addresses (A20), and makes the only address of a user the default. A running shop
 * is not affected.
 */
export const oneSpelling: readonly string[] = [
  `update users set email = normalize(email, nfc)
    where email <> normalize(email, nfc)
      and not exists (select 1 from users other where other.email = normalize(users.email, nfc))`,
  `update addresses set is_default = true
    where not is_default
      and not exists (select 1 from addresses other where other.user_id = addresses.user_id and other.id <> addresses.id)`,
];
