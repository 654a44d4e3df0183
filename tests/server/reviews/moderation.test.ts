// @engine pglite
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { config } from '../../../model-testing.config.ts';
import { getProduct, listProducts } from '../../../contract/catalogue.ts';
import { canReview, listReviews, writeReview } from '../../../contract/reviews.ts';
import { loadFlow, getRowName, type Row } from 'model-testing/table/flow';
import { audit, reviews } from '../../../server/db/schema.ts';
import { STAFF_SESSION_MS } from '../../../server/modules/staff/staff-sessions.service.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { buyer } from './buyers.ts';

/** Runs every row of the table about hiding and showing reviews (H5). */
const flow = loadFlow(config, 'review-moderation');

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

interface Scene {
  readonly product: Awaited<ReturnType<typeof addProduct>>;
  readonly author: Awaited<ReturnType<typeof buyer>>;
  /** The other buyer, who wrote r2 or nothing yet. */
  readonly other: Awaited<ReturnType<typeof buyer>>;
  readonly ids: { readonly r1: string; readonly r2: string };
}
interface Answer {
  readonly status: number;
  readonly body: { readonly success: boolean; readonly message?: string; readonly data?: unknown };
}

const write = ({ product }: Pick<Scene, 'product'>, { token }: { readonly token: string }, given: object) =>
  shop.call(writeReview, { productId: product.id, rating: 5, comment: 'Good', ...given }, { token });
const readId = async (answer: ReturnType<typeof write>) => (await answer).body.data.review._id;

/** Creates r1 (2 stars, older) and r2 (5 stars), and more reviews when the row needs them. */
async function arrange({ from, when }: Row): Promise<Scene> {
  // Uses its own category, so that lists contain no products of other rows.
  const product = await addProduct(shop, { stock: 100, category: `c-${randomUUID().slice(0, 8)}` });
  const [author, other] = [await buyer(shop, [product]), await buyer(shop, [product])];
  const scene = { product, author, other, ids: { r1: randomUUID(), r2: randomUUID() } };
  if (from === 'none') return scene;
  const r1 = await readId(write(scene, author, { rating: 2, comment: 'Bad' }));
  const isAlone = when === 'r1 was the only one';
  const r2 = isAlone ? '' : await readId(write(scene, other, {}));
  for (let more = when?.startsWith('21 reviews') === true ? 19 : 0; more > 0; more--)
    await write(scene, await buyer(shop, [product]), {});
  const made = { ...scene, ids: { r1, r2 } };
  if (from === 'hidden') await put(r1, { hidden: true }, await staff());
  return made;
}

const staff = async (role: 'owner' | 'orders' | 'catalogue' = 'catalogue') => (await shop.signInStaff({ role })).token;

async function put(id: string, body: object, token: string | null): Promise<Answer> {
  const reply = await shop.app.inject({
    method: 'PUT',
    url: `/api/admin/reviews/${id}`,
    ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
    payload: body,
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** Reads everything that the table covers, as shoppers and the back office see it. */
async function seen({ product, ids }: Scene) {
  const rows = await shop.db.sql.select().from(reviews).where(eq(reviews.productId, product.id));
  const notes = await shop.db.sql
    .select()
    .from(audit)
    .where(eq(audit.subject, `review ${ids.r1}`));
  const told = (await shop.call(getProduct, { idOrSlug: product.slug })).body.data.product;
  const { reviews: listed, summary } = (await shop.call(listReviews, { productId: product.id, limit: 50 })).body.data;
  // Leaves out the flag that hiding changes.
  const kept = rows.map(({ id, rating, comment, title, userId }) => ({ id, rating, comment, title, userId }));
  return {
    kept: kept.toSorted((a, b) => a.id.localeCompare(b.id)),
    hidden: rows.filter(({ isHidden }) => isHidden).map(({ id }) => id),
    listed: listed.map(({ _id }) => _id),
    summary: { average: summary?.average, total: summary?.total },
    product: { average: told.rating, total: told.numReviews },
    notes: notes.length,
  };
}
type Seen = Awaited<ReturnType<typeof seen>>;

const list = async ({ product }: Scene, query: string, token?: string): Promise<Answer> => {
  const reply = await shop.app.inject({
    url: `/api/reviews/${product.id}?${query}`,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  });
  return { status: reply.statusCode, body: reply.json() };
};

/** The calls of each row's `on`, with one response per call. */
const DO: readonly (readonly [RegExp, (scene: Scene, found: readonly string[]) => Promise<readonly Answer[]>])[] = [
  [
    /^PUT \/admin\/reviews\/r1 (\{.*\})(?: \(again\))?$/,
    async ({ ids }, [, words = '']) => [await put(ids.r1, bodyIn(words), await staff())],
  ],
  [/^PUT \/admin\/reviews\/\{something/, async () => [await put('no-id', { hidden: true }, await staff())]],
  [
    /with no, an invalid or a shopper's token$/,
    ({ ids, author }) =>
      Promise.all([null, 'adm_x', author.token].map((token) => put(ids.r1, { hidden: true }, token))),
  ],
  [
    /with an admin token older than 8 h$/,
    async ({ ids }) => {
      const token = await staff();
      shop.clock.advance(STAFF_SESSION_MS);
      return [await put(ids.r1, { hidden: true }, token)];
    },
  ],
  [
    /by staff of the role (owner|orders|catalogue)$/,
    async ({ ids }, [, role]) => [await put(ids.r1, { hidden: true }, await staff(role as 'owner'))],
  ],
  [
    /by two of the staff at the same moment$/,
    async ({ ids }) => {
      const tokens = [await staff(), await staff('owner')];
      return Promise.all(tokens.map((token) => put(ids.r1, { hidden: true }, token)));
    },
  ],
  [
    /while a shopper loads more$/,
    async (scene) => {
      const first = await list(scene, 'page=1&limit=1');
      const hidden = await put(scene.ids.r1, { hidden: true }, await staff());
      return [hidden, first, await list(scene, 'page=2&limit=1')];
    },
  ],
  [
    /^POST \/reviews\/p1 by (a buyer|its author|another buyer)(?:\(rating (\d), comment '(.*)'\))?$/,
    async (scene, [, who, rating = '5', comment = 'Good']) => {
      const by = who === 'another buyer' ? await buyer(shop, [scene.product]) : scene.author;
      return [await write(scene, by, { rating: Number(rating), comment })];
    },
  ],
  [
    /^GET \/reviews\/p1\/can-review by its author$/,
    async ({ product, author }) => [await shop.call(canReview, { productId: product.id }, { token: author.token })],
  ],
  [
    /^GET \/reviews\/p1\?(\S+) by its author$/,
    async (scene, [, query = '']) => [await list(scene, query, scene.author.token)],
  ],
  [/^GET \/reviews\/p1\?(\S+)$/, async (scene, [, query = '']) => [await list(scene, query)]],
  [/^see p1 in GET \/products/, async (scene) => [await products(scene)]],
  [
    /^GET \/products\?sortBy=rating$/,
    async (scene) => {
      // Ranks between p1 with its hidden review and p1 without it.
      await addProduct(shop, { category: await readCategory(scene), rating: 4, numReviews: 1 });
      return [await products(scene)];
    },
  ],
];

const readCategory = async ({ product }: Scene) => {
  const { category } = (await shop.call(getProduct, { idOrSlug: product.slug })).body.data.product;
  return typeof category === 'string' ? category : (category?.slug ?? '');
};
const products = async (scene: Scene) =>
  shop.call(listProducts, { category: await readCategory(scene), sortBy: 'rating' });

interface Looked {
  readonly scene: Scene;
  readonly before: Seen;
  readonly after: Seen;
  readonly answers: readonly Answer[];
}

interface Data {
  readonly reviews: readonly { readonly _id: string }[];
  readonly pagination: object;
  readonly summary: { readonly perStar: Readonly<Record<string, number>> };
  readonly products: readonly { readonly rating: number }[];
}

const getData = ({ answers }: Looked) => answers.at(-1)?.body.data as Data;
const shown = (data: unknown) => (data as Data).reviews.map(({ _id }) => _id);
const audited = ({ before, after }: Looked) => expect(after.notes).toBe(before.notes + 1);
const unchanged = ({ before, after }: Looked) => expect(after).toEqual(before);
const lists = (looked: Looked, ids: readonly string[]) =>
  expect(shown(getData(looked)).toSorted()).toEqual(ids.toSorted());

/** The checks of each `does` text. */
const DOES: readonly (readonly [RegExp, (looked: Looked, found: readonly string[]) => void])[] = [
  [/^answer \{success:true\}$/, ({ answers }) => expect(answers.map(({ body }) => body.success)).toEqual([true])],
  [
    /^one audit row; both answer success$/,
    (looked) => {
      audited(looked);
      expect(looked.answers.map(({ body }) => body.success)).toEqual([true, true]);
    },
  ],
  [/^an audit row$/, audited],
  [/^nothing changes/, unchanged],
  [/^409, nothing is stored$/, unchanged],
  [
    /^in the list, the summary and the product's averages at once$/,
    ({ after }) =>
      expect([after.listed.length, after.summary, after.product]).toEqual([
        1,
        { average: 2, total: 1 },
        { average: 2, total: 1 },
      ]),
  ],
  [/^rating and numReviews of p1 anew$/, ({ before, after }) => expect(after.product).not.toEqual(before.product)],
  [/^r1 and r2 in data\.reviews$/, (looked) => lists(looked, [looked.scene.ids.r1, looked.scene.ids.r2])],
  [/^r2 only/, (looked) => lists(looked, [looked.scene.ids.r2])],
  [
    /^data\.reviews \[\](?:, pagination pages (\d))?$/,
    (looked, [, pages]) => {
      lists(looked, []);
      if (pages !== undefined) expect(getData(looked).pagination).toMatchObject({ pages: Number(pages) });
    },
  ],
  [
    /^pagination total (\d)$/,
    (looked, [, total]) => expect(getData(looked).pagination).toMatchObject({ total: Number(total) }),
  ],
  [
    /^data\.summary \{average:([\d.]+), total:(\d), perStar\}$/,
    (looked, [, average, total]) => {
      const summary = getData(looked).summary;
      expect(summary).toMatchObject({ average: Number(average), total: Number(total) });
      expect(Object.values(summary.perStar).reduce((sum, count) => sum + count, 0)).toBe(Number(total));
    },
  ],
  [
    /^rating ([\d.]+), numReviews (\d)$/,
    (looked, [, rating, numReviews]) => {
      const told = { rating: Number(rating), numReviews: Number(numReviews) };
      expect(getData(looked).products[0]).toMatchObject(told);
      expect(looked.after.product).toEqual({ average: told.rating, total: told.numReviews });
    },
  ],
  [
    /^p1 stands by its rating without r1$/,
    (looked) => expect(getData(looked).products.map(({ rating }) => rating)).toEqual([5, 4]),
  ],
  [
    /^canReview false, reason already_reviewed$/,
    ({ answers }) => expect(answers[0]?.body).toMatchObject({ canReview: false, reason: 'already_reviewed' }),
  ],
  [
    /^r1 stays hidden; the averages count the new one$/,
    ({ scene, after }) => expect([after.hidden, after.product]).toEqual([[scene.ids.r1], { average: 4.5, total: 2 }]),
  ],
  [
    /^the next page of the shopper is as the list is then/,
    ({ answers: [, first, next], scene }) => {
      expect(shown(first?.body.data)).toEqual([scene.ids.r2]);
      expect(shown(next?.body.data)).toEqual([]);
    },
  ],
];

test.each(flow.rows.map((row) => [`${row.ref.replace(/;.*/, '')}: ${getRowName(row)} -> ${row.to}`, row] as const))(
  '%s',
  async (_, row) => {
    const scene = await arrange(row);
    const before = await seen(scene);
    const [how, act] = DO.find(([pattern]) => pattern.test(row.on)) ?? [];
    if (how === undefined || act === undefined) throw new Error(`nobody does: ${row.on}`);
    const answers = await act(scene, how.exec(row.on) ?? []);
    const after = await seen(scene);
    const [says = ''] = row.says ?? [];
    const isRefused = says !== '';
    for (const { status, body } of answers) {
      const isAsSaid = isRefused ? [String(status), body.message].includes(says) && status >= 400 : status === 200;
      expect([status, body.message, isAsSaid]).toEqual([status, body.message, true]);
    }
    const { r1 } = scene.ids;
    if (row.to === 'hidden') expect(after.hidden).toEqual([r1]);
    if (row.to === 'visible') expect(after.hidden).toEqual([]);
    if (row.to === 'none') expect(after.listed).toEqual([]);
    for (const words of row.does) {
      const [pattern, look] = DOES.find(([one]) => one.test(words)) ?? [];
      if (pattern === undefined || look === undefined) throw new Error(`no look at: ${words}`);
      look({ scene, before, after, answers }, pattern.exec(words) ?? []);
    }
    // Invariants: no review is lost, and shoppers see only the visible ones.
    expect(after.kept).toEqual(expect.arrayContaining(before.kept));
    expect([after.listed.length, after.summary]).toEqual([after.product.total, after.product]);
    expect(after.listed.some((id) => after.hidden.includes(id))).toBe(false);
    expect(new Set(after.kept.map(({ userId }) => userId)).size).toBe(after.kept.length);
  },
);

test('H5: shoppers cannot see that a review is hidden', async () => {
  const [row] = flow.rows.filter(({ from }) => from === 'hidden');
  if (row === undefined) throw new Error('the table has no hidden review');
  const { product, author, ids } = await arrange(row);
  const said = await Promise.all([
    shop.call(listReviews, { productId: product.id }),
    shop.call(canReview, { productId: product.id }, { token: author.token }),
    shop.call(getProduct, { idOrSlug: product.slug }),
  ]);
  const text = JSON.stringify(said.map(({ body }) => body));
  expect([text.includes('idden'), text.includes(ids.r1)]).toEqual([false, false]);
});

function bodyIn(words: string): object {
  return JSON.parse(words.replaceAll(/(\w+):/g, '"$1":').replaceAll("'", '"')) as object;
}
