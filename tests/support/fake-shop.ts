import * as v from 'valibot';
import type { Product } from '../../contract/catalogue.ts';
import type { Payment } from '../../contract/mpesa.ts';
import { Order } from '../../contract/orders.ts';
import type { OrderDraft } from '../../contract/orders.ts';
import type { User } from '../../contract/user.ts';
import { categories } from '../flows/support/catalogue.samples.ts';
import { cable, phone, station } from '../flows/support/shop.samples.ts';
import type { Handlers } from './fake-server.ts';
import { ok, refused } from './tab.ts';
import { order } from './samples/orders.ts';

export const PHONE = '11111111-1111-4111-8111-111111111111';
export const CABLE = '22222222-2222-4222-8222-222222222222';
export const STATION = '33333333-3333-4333-8333-333333333333';
/** Returns an order id; `n` starts at 1. */
export const orderId = (n: number) => `a1b2c3d4-0000-4000-8000-00000000000${n}`;
export const checkoutRequestId = (n: number) => `ws_${n}`;
/** The response to a correct code. */
export const VERIFIED = { verified: true, msisdn: '254712345678', verificationToken: 'V1' };

/** The state of the shop, which tests read and set. */
export interface Books {
  /** By token. */
  readonly users: Map<string, User>;
  products: Product[];
  /** By idempotency key, oldest first. */
  readonly orders: Map<string, { readonly draft: OrderDraft; order: Order }>;
  /** By `checkoutRequestId`, oldest first. */
  readonly payments: Map<string, Payment>;
}

/** The initial products. A test can change their price or stock in `books`. */
export const SHELF = [
  { ...phone, _id: PHONE, slug: 'phone-a' },
  { ...cable, _id: CABLE, slug: 'cable-b' },
] as const;

/** The stations of every town and every search. */
export const STATIONS = [{ ...station, _id: STATION }] as const;

/** Creates a shop with successful responses. It stores orders by key, and payments stay pending. */
export function fakeShop(user: User, now: () => number): { books: Books; handlers: Handlers } {
  const books: Books = {
    users: new Map([['T', user]]),
    products: [...SHELF],
    orders: new Map(),
    payments: new Map(),
  };
  const time = () => new Date(now()).toISOString();
  const getUser = (token?: string) => books.users.get(token ?? '') ?? user;
  const page = () => ({
    products: books.products,
    pagination: { page: 1, limit: 12, total: books.products.length, pages: 1 },
  });
  const placed = (id: string) => [...books.orders.values()].find(({ order }) => order._id === id);
  const change = (id: string, edit: Partial<Order>) => {
    const found = placed(id);
    if (found === undefined) return refused(404, 'Order not found');
    found.order = { ...found.order, ...edit, updatedAt: time() };
    return ok({ order: found.order });
  };
  const setUser = (token: string | undefined, edit: (before: User) => User) => {
    books.users.set(token ?? '', edit(getUser(token)));
    return ok({ user: getUser(token) });
  };

  const handlers: Handlers = {
    login: () => ok({ token: 'T', user }),
    register: () => ok({}),
    sendOtp: () => ok({ pinId: 'P1' }),
    verifyOtp: () => ok(VERIFIED),
    completeRegistration: () => ok({ token: 'T', user }),
    googleLogin: () => ok({ token: 'T', user }),
    verifyGooglePhone: () => ({ status: 200, body: { success: true } }),
    completeGooglePhoneVerification: () => ok({ token: 'T', user }),
    forgotPassword: () => ({ status: 200, body: { success: true } }),
    resetPassword: () => ok({ token: 'T', user }),
    updateProfile: ({ name, phone, address }, { token }) => {
      const pending = phone === getUser(token).phone ? [] : ['phone'];
      setUser(token, (before) => ({ ...before, name, address }));
      return ok({ user: getUser(token), pending });
    },
    confirmPhone: ({ phone }, { token }) => setUser(token, (before) => ({ ...before, phone })),
    changePassword: () => ({ status: 200, body: { success: true } }),
    confirmEmail: () => ({ status: 200, body: { success: true } }),
    logout: () => ({ status: 200, body: { success: true } }),
    sendContact: () => ({ status: 200, body: { success: true } }),
    getProfile: (_, { token }) => ok({ user: getUser(token) }),
    createAddress: (fields, { token }) =>
      setUser(token, (before) => ({
        ...before,
        addresses: [
          ...before.addresses.map((address) => (fields.isDefault ? { ...address, isDefault: false } : address)),
          { _id: `d${before.addresses.length + 1}`, ...fields },
        ],
      })),
    updateAddress: ({ id, ...fields }, { token }) =>
      setUser(token, (before) => ({
        ...before,
        addresses: before.addresses.map((address) => {
          if (address._id === id) return { _id: id, ...fields };
          return fields.isDefault ? { ...address, isDefault: false } : address;
        }),
      })),
    deleteAddress: ({ id }, { token }) =>
      setUser(token, (before) => ({ ...before, addresses: before.addresses.filter(({ _id }) => _id !== id) })),
    setDefaultAddress: ({ id }, { token }) =>
      setUser(token, (before) => ({
        ...before,
        addresses: before.addresses.map((address) => ({ ...address, isDefault: address._id === id })),
      })),

    checkCart: ({ items }) =>
      ok({
        lines: items.flatMap(({ product: id, price }) => {
          const known = books.products.find(({ _id }) => _id === id);
          return known === undefined
            ? []
            : [{ product: id, name: known.name, was: price, now: known.price, stock: known.stock ?? 99 }];
        }),
      }),
    listProducts: () => ok(page()),
    getProduct: ({ idOrSlug }) => {
      const found = books.products.find(({ _id, slug }) => _id === idOrSlug || slug === idOrSlug);
      return found === undefined ? refused(404, 'Product not found') : ok({ product: found });
    },
    getProductBySlug: ({ slug }) =>
      handlers.getProduct({ idOrSlug: slug }, { endpoint: 'getProductBySlug' }, () => 'lost'),
    getFacets: () => ok({ brands: [], specifications: [] }),
    getPriceRange: () => ok({}),
    listCategories: () => ok({ categories }),
    listBanners: () => ok({ banners: [] }),
    listBrands: () => ok({ brands: [] }),
    listFlashDeals: () => ok({ flashDeals: [] }),
    listFrequentlyBought: () => ok({ products: books.products }),
    listReviews: ({ page: at = 1, limit = 10 }) =>
      ok({ reviews: [], pagination: { page: at, limit, total: 0, pages: 0 } }),
    canReview: () => ({ status: 200, body: { success: true, canReview: true } }),
    writeReview: ({ rating, comment }, { token }) =>
      ok({ review: { _id: 'r1', rating, comment, createdAt: time(), user: { name: getUser(token).name } } }),
    pickupStationsAt: () => ok({ stations: STATIONS }),
    searchPickupStations: () => ok({ stations: STATIONS }),

    createOrder: (draft, { key = '', token }) => {
      if (draft.replaces !== undefined) change(draft.replaces, { status: 'cancelled', cancelReason: 'replaced' });
      const known = books.orders.get(key);
      if (known !== undefined && known.draft.paymentMethod !== draft.paymentMethod)
        return refused(400, 'Another payment method', { orderId: known.order._id });
      if (known === undefined) {
        const order = pickOrderId(orderId(books.orders.size + 1), draft, getUser(token), time());
        books.orders.set(key, { draft, order });
      }
      return ok({ order: books.orders.get(key)?.order });
    },
    listMyOrders: () => ok({ orders: [...books.orders.values()].map(({ order }) => order) }),
    paymentLimits: () =>
      ok({
        mpesaMax: 250_000,
        unpaidMpesa: { most: 3, open: 0 },
        cashMax: null,
        cashOrders: { most: 10, open: 0 },
        cashValue: { most: 300_000, open: 0 },
        isFirst: false,
      }),
    getOrderByKey: ({ key }) => {
      const found = books.orders.get(key);
      return found === undefined ? refused(404, 'Order not found') : ok({ order: found.order });
    },
    getOrder: ({ id }) => change(id, {}),
    cancelOrder: ({ id }) => change(id, { status: 'cancelled', cancelReason: 'shopper' }),
    changePaymentMethod: ({ id, paymentMethod }) => change(id, { paymentMethod }),

    stkPush: ({ phoneNumber, amount, orderId: of }) => {
      const id = checkoutRequestId(books.payments.size + 1);
      books.payments.set(id, {
        status: 'pending',
        failureReason: '',
        checkoutRequestId: id,
        orderId: of,
        amount,
        phoneNumber,
        pushedAt: time(),
        startedAt: time(),
        checkedAt: '',
        isAskable: true,
        byHand: false,
        retryAt: '',
      });
      return ok({ checkoutRequestId: id });
    },
    paymentStatus: ({ checkoutRequestId: id }) => {
      const payment = books.payments.get(id);
      return payment === undefined ? refused(404, 'Payment not found') : ok(payment);
    },
    checkPayment: ({ checkoutRequestId: id }) => {
      const payment = books.payments.get(id);
      return payment === undefined ? refused(404, 'Payment not found') : ok(payment);
    },
    orderPayment: ({ id }) => {
      const found = placed(id);
      if (found === undefined) return refused(404, 'Order not found');
      const { status, paymentMethod, isPaid, totalPrice, expiresAt } = found.order;
      const due = isPaid ? 0 : totalPrice;
      return ok({
        status,
        method: paymentMethod,
        isPaid,
        held: false,
        notice: null,
        total: totalPrice,
        paid: totalPrice - due,
        due,
        prompt: 'open',
        retryAt: null,
        byHand:
          due === 0
            ? null
            : { kind: 'paybill', number: '123456', account: 'A1B2C3D4', amount: due, each: null, isFirst: false },
        cash: paymentMethod === 'mpesa' && !isPaid,
        checking: false,
        receipts: [],
        claim: null,
        expiresAt,
      });
    },
    chooseByHand: () => ok({}),
    paymentQr: () => ok({ qr: null }),
    claimPayment: () => ok({ claim: { state: 'asking', text: 'We are asking M-Pesa about your payment.' } }),
    openPayment: () => ok({ payment: [...books.payments.values()].find(({ status }) => status === 'pending') ?? null }),
  };
  return { books, handlers };
}

/** Creates an order as the shop returns it, with the defaults of the contract. `time` is ISO 8601. */
export function pickOrderId(_id: string, draft: OrderDraft, { _id: by, name, email }: User, time: string): Order {
  return order({
    _id,
    user: { _id: by, name, email },
    orderItems: draft.orderItems.map((line, index) => ({ _id: `l${index + 1}`, ...line })),
    shippingAddress: v.parse(Order.entries.shippingAddress, { ...draft.shippingAddress, pickupLocation: undefined }),
    paymentMethod: draft.paymentMethod,
    itemsPrice: draft.itemsPrice,
    shippingPrice: draft.shippingPrice,
    taxPrice: draft.taxPrice,
    totalPrice: draft.totalPrice,
    expiresAt: null,
    createdAt: time,
    updatedAt: time,
  });
}
