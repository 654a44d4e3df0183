import * as v from 'valibot';
import * as addresses from '../../contract/addresses.ts';
import * as auth from '../../contract/auth.ts';
import * as cart from '../../contract/cart.ts';
import * as catalogue from '../../contract/catalogue.ts';
import * as contact from '../../contract/contact.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { Failure } from '../../contract/errors.ts';
import * as google from '../../contract/google.ts';
import * as mpesa from '../../contract/mpesa.ts';
import { chooseByHand, orderPayment, paymentQr } from '../../contract/order-payment.ts';
import * as orders from '../../contract/orders.ts';
import { claimPayment } from '../../contract/payment-claims.ts';
import * as pickup from '../../contract/pickup.ts';
import { changePassword, confirmEmail, confirmPhone, updateProfile } from '../../contract/profile.ts';
import * as reviews from '../../contract/reviews.ts';

const contract = {
  ...addresses,
  ...auth,
  ...cart,
  ...catalogue,
  ...contact,
  ...google,
  ...mpesa,
  ...orders,
  ...pickup,
  ...reviews,
  changePassword,
  chooseByHand,
  claimPayment,
  confirmEmail,
  confirmPhone,
  orderPayment,
  paymentQr,
  updateProfile,
};
type Contract = typeof contract;
export type EndpointName = {
  [Name in keyof Contract]: Contract[Name] extends { readonly method: string; readonly path: string } ? Name : never;
}[keyof Contract];
export type RequestTo<Name extends EndpointName> = v.InferOutput<Contract[Name]['request']>;

/** A request that reached the server, without its empty parts. */
export interface Call {
  readonly endpoint: EndpointName;
  /** Path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** From `Authorization: Bearer`. */
  readonly token?: string;
  /** `Idempotency-Key`. */
  readonly key?: string;
}

/**
 * A status and a body. `lost` is a broken connection, `never` is a response that does not arrive before the caller
 * aborts.
 */
export type Reply = { readonly status: number; readonly body: unknown } | 'lost' | 'never';

/** Answers one call. `request` is the request parsed by the contract, `usual` runs the default handler of the shop. */
export type Handler<Name extends EndpointName> = (request: RequestTo<Name>, call: Call, usual: () => Reply) => Reply;
export type Handlers = { readonly [Name in EndpointName]: Handler<Name> };

/** Callbacks for the calls of a server. */
export interface ServerWatch {
  readonly onCall?: (call: Call) => void;
  readonly onAbort?: (call: Call) => void;
}

/**
 * One server for all endpoints of the contract. It finds the endpoint by method and path, and parses the request and
 * the response with the schemas of the endpoint. A request or response that violates the contract is a `violation`.
 * Tests must check it, because no page shows it.
 */
export class FakeServer {
  readonly calls: Call[] = [];
  readonly violations: string[] = [];
  readonly #handlers: Handlers;
  readonly #instead = new Map<EndpointName, Handler<EndpointName>>();
  readonly #watch: ServerWatch;

  constructor(handlers: Handlers, watch: ServerWatch = {}) {
    this.#handlers = handlers;
    this.#watch = watch;
  }

  /** Sets the response or the handler of an endpoint for all later calls. */
  answer<Name extends EndpointName>(name: Name, reply: Reply | Handler<Name>): void {
    this.#instead.set(name, typeof reply === 'function' ? (reply as Handler<EndpointName>) : () => reply);
  }

  /** Replaces `fetch` of the browser. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const text = request.method === 'GET' ? '' : await request.text();
    const arrived = this.#read(request, text);
    const { call, answer } = arrived ?? { call: null, answer: () => 'lost' as const };
    if (call !== null) {
      this.calls.push(call);
      this.#watch.onCall?.(call);
    }
    const reply = answer();
    if (reply === 'lost') throw new TypeError('Failed to fetch');
    if (reply !== 'never') return Response.json(reply.body, { status: reply.status });
    return new Promise((_, reject) => {
      const give = () => {
        if (call !== null) this.#watch.onAbort?.(call);
        reject(request.signal.reason as Error);
      };
      if (request.signal.aborted) give();
      else request.signal.addEventListener('abort', give);
    });
  };

  #read(request: Request, text: string): { call: Call; answer: () => Reply } | null {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/api/, '');
    const found = find(request.method, path);
    if (found === null) return this.#refuse(`${request.method} ${path} is no endpoint of the contract`);
    const { name, endpoint, params } = found;
    const query = Object.fromEntries(url.searchParams);
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
    const key = request.headers.get('idempotency-key');
    const call: Call = {
      endpoint: name,
      ...(Object.keys(params).length > 0 && { params }),
      ...(url.search !== '' && { query }),
      ...(body !== undefined && { body }),
      ...(token !== undefined && { token }),
      ...(key !== null && { key }),
    };
    const parsed = v.safeParse(endpoint.request, { ...params, ...query, ...(body as object | undefined) });
    if (!parsed.success) this.#refuse(`${name} is asked for ${JSON.stringify(call)}: ${v.summarize(parsed.issues)}`);
    if ((name === 'createOrder') !== (key !== null)) this.#refuse(`${name} with the Idempotency-Key ${key}`);
    const answer = () => {
      if (!parsed.success) return 'lost';
      if (endpoint.access === 'customer' && token === undefined)
        return { status: 401, body: { success: false, message: 'Please log in.' } };
      const request = parsed.output as never;
      const usual = () => (this.#handlers[name] as Handler<EndpointName>)(request, call, () => 'lost');
      return this.#checked(name, endpoint, this.#instead.get(name)?.(request, call, usual) ?? usual());
    };
    return { call, answer };
  }

  #checked(name: EndpointName, { reply }: Endpoint, answer: Reply): Reply {
    if (typeof answer === 'string') return answer;
    const parsed = v.safeParse(answer.status < 400 ? reply : Failure, answer.body);
    if (!parsed.success) this.#refuse(`${name} is answered ${JSON.stringify(answer)}: ${v.summarize(parsed.issues)}`);
    return answer;
  }

  #refuse(violation: string): null {
    this.violations.push(violation);
    return null;
  }
}

interface Found {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

const endpoints = Object.entries(contract).flatMap(([name, part]) =>
  typeof part === 'object' && 'method' in part && 'path' in part
    ? [{ name: name as EndpointName, endpoint: part as unknown as Endpoint }]
    : [],
);

/** Finds an endpoint. Prefers a path without parameters: `/orders/my` is not an order with the id `my`. */
function find(method: string, path: string): Found | null {
  const found = endpoints.flatMap(({ name, endpoint }) => {
    const pattern = new RegExp(`^${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const match = endpoint.method === method ? pattern.exec(path) : null;
    if (match === null) return [];
    const params = Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)] as const);
    return [{ name, endpoint, params: Object.fromEntries(params) }];
  });
  return found.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0] ?? null;
}
