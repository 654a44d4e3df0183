/**
 * Throws when the environment is production, because simulators accept payments and codes that are not real (providers
 * 1.7, CVE-2026-110607).
 */
export function assertNotProduction(environment: Readonly<Record<string, string | undefined>>): void {
  const told = ['NODE_ENV', 'MPESA_ENV'].find((name) => environment[name] === 'production');
  if (told !== undefined) throw new Error(`The simulators do not start in production (${told}=production).`);
}
