import { runCli } from '../server/cli/shared/cli.ts';
import { isAllowed, shippedPackages } from './licences/shipped.ts';
import type { Shipped } from './licences/shipped.ts';

const USAGE = `npm run licences

Lists the packages that ship with the shop (production dependencies, transitive) by licence. Exits with 1 if a package has
a licence that is not on the list in tools/licences/shipped.ts.`;

await runCli(USAGE, {}, () => {
  const shipped = shippedPackages();
  for (const [licence, packages] of byLicence(shipped)) {
    console.log(`${licence} (${packages.length})`);
    for (const { name, version } of packages) console.log(`  ${name} ${version}`);
  }
  const refused = shipped.filter((one) => !isAllowed(one));
  if (refused.length > 0) {
    const names = refused.map((one) => `${one.name} (${licenceOrNone(one)})`);
    throw new Error(`Not on the list of allowed licences: ${names.join(', ')}.`);
  }
  console.log(`\n${shipped.length} packages, all under an allowed licence.`);
  return Promise.resolve();
});

/** The packages of each licence, sorted by the licence's name. */
function byLicence(shipped: readonly Shipped[]): [string, Shipped[]][] {
  const licences = [...new Set(shipped.map(licenceOrNone))].toSorted((a, b) => a.localeCompare(b));
  return licences.map((licence) => [licence, shipped.filter((one) => licenceOrNone(one) === licence)]);
}

function licenceOrNone({ licence }: Shipped): string {
  return licence ?? 'no licence';
}
