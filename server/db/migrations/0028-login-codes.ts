/** Login codes, required in addition to the password after too many wrong passwords (D26). */
export const loginCodes: readonly string[] = [
  `create table if not exists login_codes (
    email_hash text not null,
    code_hash text not null,
    tries integer not null,
    expires_at timestamptz not null,
    primary key (email_hash, code_hash)
  )`,
  'create index if not exists login_codes_age on login_codes (expires_at)',
];
