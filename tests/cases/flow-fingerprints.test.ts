import { describe, expect, test } from 'vitest';
import { createFingerprints, readAll } from '../../tools/flows/fingerprints.ts';
import { machineNames } from '../../tools/paths/machines.ts';

const all = readAll();
const before = createFingerprints(all);

/** Returns the flows whose fingerprint changes with a file. */
function findChanged(file: string): string[] {
  expect(all.map(({ path }) => path)).toContain(file);
  const now = createFingerprints(all.map((one) => (one.path === file ? { ...one, text: `${one.text}\n` } : one)));
  return machineNames().filter((flow) => now(flow) !== before(flow));
}

describe('TST-O5: the page of a flow is made again when one of its sources has changed:', () => {
  test.each([
    ['src/views/account/login.view.tsx', 'login', 'cart'],
    ['tests/flows/menu/menu.labels.yaml', 'menu', 'login'],
    ['server/machines/order.machine.ts', 'order', 'order-tracking'],
  ])('%s', (file, own, other) => {
    const changed = findChanged(file);
    expect(changed).toContain(own);
    expect(changed).not.toContain(other);
  });

  test('a machine that runs inside others', () => {
    expect(findChanged('src/machines/account/phone-verification.machine.ts')).toEqual(
      expect.arrayContaining(['checkout', 'login', 'mpesa-payment', 'order-tracking', 'phone-verification', 'sign-up']),
    );
  });

  test('the tools', () => {
    expect(findChanged('packages/flow-atlas/atlas/layout.ts')).toEqual(machineNames());
  });
});
