/**
 * Simulators accept payments and codes that nobody paid or received, so they do not exist in production
 * (providers 1.7, CVE-2026-110607). Throws where the environment says production.
 */
export function refuseProduction(environment: Readonly<Record<string, string | undefined>>): void {
  const told = ['NODE_ENV', 'MPESA_ENV'].find((name) => environment[name] === 'production');
  if (told !== undefined) throw new Error(`The simulators do not start in production (${told}=production).`);
}
