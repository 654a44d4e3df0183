import type { Locator, Page } from '@playwright/test';
import type { Act } from 'model-testing/view/act';

/** Performs an act of a model in a browser. */
export async function perform(page: Page, act: Act): Promise<void> {
  const { role, name, within, value = '' } = act;
  const place = within === undefined ? page : named(page, within.role, within.name);
  const control = named(place, role, name).filter({ visible: true }).first();
  if (act.do === 'press') return control.click();
  if (act.do === 'key') return control.press(value);
  if (act.do === 'select') return void (await control.selectOption({ label: value }));
  await control.fill(value);
  if (act.leave === true) await control.press('Enter');
}

type Role = Parameters<Page['getByRole']>[0];

function named(place: Page | Locator, role: string, name: string | RegExp): Locator {
  return place.getByRole(role as Role, { name, exact: true });
}
