import { describe, expect, test } from 'vitest';
import { toProductChange } from '../../../server/modules/catalogue/change.rules.ts';
import { readAll, textIn } from './reading.ts';

/** The column `serials`: which number each piece of a product needs (OWN-P5). */
describe('OWN-P5: the column serials', () => {
  test.each([
    ['', 'none'],
    ['No', 'none'],
    ['yes', 'serial'],
    [' Serial ', 'serial'],
    ['IMEI', 'imei'],
  ])('reads %j as %s', async (cell, kind) => {
    const { products, faults } = await readAll(textIn(9, `name,price,serials\nPhone A,1500,${cell}\n`));
    expect([products[0]?.sold.serials, faults]).toEqual([kind, []]);
  });

  test('refuses another word, and without the column nothing is needed', async () => {
    const wrong = await readAll(textIn(9, 'name,price,serials\nPhone A,1500,perhaps\n'));
    expect(wrong.faults[0]).toContain('must be none, serial or imei');
    const { products } = await readAll(textIn(9, 'name,price\nPhone A,1500\n'));
    expect(products[0]?.sold.serials).toBe('none');
  });

  test('changes existing products when it is named', async () => {
    const { products } = await readAll(textIn(9, 'name,price,serials\nPhone A,1500,imei\n'));
    const has = (field: string) => ['name', 'price', 'serials'].includes(field);
    const id = '00000000-0000-4000-8000-000000000001';
    const { patch } = toProductChange(products[0]!.sold, id, { columns: ['serials'], has });
    expect(patch).toEqual({ serials: 'imei' });
  });
});
