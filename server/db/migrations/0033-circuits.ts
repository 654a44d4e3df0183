/** Circuits of providers (PAY-M2, PAY-M3). A running shop is not affected. */
export const circuits: readonly string[] = [
  `create table if not exists circuits (
    provider text primary key,
    state text not null,
    subject text,
    detail jsonb,
    opened_at timestamptz,
    faults jsonb not null,
    unanswered integer not null,
    pause_until timestamptz,
    pause_ms integer not null,
    probe_at timestamptz,
    probe_id uuid,
    probe_call text,
    probe_until timestamptz,
    alarm_at timestamptz,
    alarm_id uuid,
    refused integer not null default 0,
    settings text not null,
    version integer not null
  )`,
];
