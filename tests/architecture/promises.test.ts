import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Returns the output of `npm run lint` for a source with this statement. */
function lint(statement: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'duka-lint-'));
  writeFileSync(
    path.join(folder, 'planted.ts'),
    `declare function save(): Promise<void>;\ndeclare function rows(): PromiseLike<void>;\nexport async function all(): Promise<void> {\n  ${statement}\n}\n`,
  );
  try {
    const given = ['oxlint', '-c', path.resolve('.oxlintrc.promises.json'), '--type-aware', folder];
    return spawnSync('npx', given, { encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the lint rejects a floating promise and accepts an awaited one', () => {
  expect(lint('save();')).toContain('no-floating-promises');
  expect(lint('await save();')).toContain('0 errors');
  // A database statement runs only when it is awaited.
  expect(lint('rows();')).toContain('no-floating-promises');
  expect(lint('if (save()) return;')).toContain('no-misused-promises');
});
