import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { SimulatedClock } from '../core/clock.ts';
import { Register, REGISTER } from './c2b-requests.ts';
import type { HandPayments } from './c2b.ts';
import { invalid, refuse } from './errors.ts';
import { maskPhone, type Ledger, type Transaction } from './ledger.ts';
import { MERCHANT, type Rules } from './merchant.ts';
import { drawQr } from './qr.ts';
import { amountLike, findFirstBad, isCallback, phone, textLike, type Field } from './requests.ts';
import { requireToken, type Tokens } from './tokens.ts';

const PAGE = 100;
const KEPT_MS = 48 * 3_600_000;
const TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/;

const shortcode = textLike(/^\d{5,7}$/);
const PULL_REGISTER: readonly Field[] = [
  ['ShortCode', shortcode],
  ['RequestType', textLike(/^Pull$/)],
  ['NominatedNumber', textLike(phone)],
  ['CallBackURL', isCallback],
];
const PULL: readonly Field[] = [
  ['ShortCode', shortcode],
  ['StartDate', textLike(TIME)],
  ['EndDate', textLike(TIME)],
  ['OffSetValue', textLike(/^\d{1,6}$/)],
];
const QR: readonly Field[] = [
  ['MerchantName', textLike(/^.{1,40}$/)],
  ['RefNo', textLike(/^.{0,20}$/)],
  ['Amount', amountLike],
  ['TrxCode', textLike(/^(?:PB|BG)$/)],
  ['CPI', shortcode],
  ['Size', textLike(/^\d{1,4}$/)],
];
const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const Pull = v.object({
  ShortCode: text,
  StartDate: text,
  EndDate: text,
  OffSetValue: v.pipe(text, v.transform(Number)),
});
const Qr = v.object({ RefNo: text, Amount: text, CPI: text, TrxCode: text });

/** Registration of C2B, Pull and QR: calls that answer immediately (providers 1.11). */
export function syncWire(
  app: FastifyInstance,
  {
    clock,
    rules,
    tokens,
    ledger,
    hand,
  }: {
    readonly clock: SimulatedClock;
    readonly rules: () => Rules;
    readonly tokens: Tokens;
    readonly ledger: Ledger;
    readonly hand: HandPayments;
  },
): void {
  requireToken(app, tokens);

  app.post<{ Params: { version: string } }>('/mpesa/c2b/:version/registerurl', async ({ params, body }, reply) => {
    const { version } = params;
    if (version !== 'v1' && version !== 'v2') return refuse(reply, '404.001.01', 'Resource not found');
    if (version !== rules().c2bVersion)
      return refuse(reply, '401.003.01', 'Error Occurred - Invalid Access Token, no apiproduct match found');
    const bad = findFirstBad(body, REGISTER);
    if (bad !== undefined) return invalid(reply, bad);
    const { ShortCode, ResponseType, ConfirmationURL, ValidationURL } = v.parse(Register, body);
    if (ShortCode !== MERCHANT.shortcode) return invalid(reply, 'ShortCode');
    if (rules().registerOnce && hand.registration() !== null)
      return refuse(reply, '500.003.1001', 'URLs are already registered');
    hand.register({ version, responseType: ResponseType, confirmation: ConfirmationURL, validation: ValidationURL });
    return { OriginatorCoversationID: '7619-37765134-1', ResponseCode: '0', ResponseDescription: 'Success' };
  });

  app.post('/pulltransactions/v1/register', async ({ body }, reply) => {
    const bad = findFirstBad(body, PULL_REGISTER);
    if (bad !== undefined) return invalid(reply, bad);
    return {
      ResponseRefID: '18633-7271215-1',
      ResponseStatus: '1000',
      ShortCode: MERCHANT.shortcode,
      ResponseDescription: 'Request processed successfully',
    };
  });

  app.post('/pulltransactions/v1/query', async ({ body }, reply) => {
    const bad = findFirstBad(body, PULL);
    if (bad !== undefined) return invalid(reply, bad);
    const { ShortCode, StartDate, EndDate, OffSetValue } = v.parse(Pull, body);
    const from = Math.max(parseTime(StartDate), clock.now() - KEPT_MS);
    const rows = ledger
      .all()
      .filter(({ at }) => at >= from && at <= parseTime(EndDate) + 999)
      .filter(({ kind, to }) => kind === 'till' || to === ShortCode)
      .slice(OffSetValue, OffSetValue + PAGE)
      .map((it) => toRow(it, rules().pullPhones));
    return {
      ResponseRefID: '26178-42530161-2',
      ResponseCode: rows.length === 0 ? '1001' : '1000',
      ResponseMessage: rows.length === 0 ? 'No transactions found' : 'Success',
      Response: [rows],
    };
  });

  app.post('/mpesa/qrcode/v1/generate', async ({ body }, reply) => {
    const bad = findFirstBad(body, QR);
    if (bad !== undefined) return invalid(reply, bad);
    const { RefNo, Amount, CPI, TrxCode } = v.parse(Qr, body);
    return {
      ResponseCode: 'AG_20191219_000043fdf61864fe9ff5',
      RequestID: '16738-27456357-1',
      ResponseDescription: 'QR Code Successfully Generated.',
      QRCode: drawQr([TrxCode, CPI, RefNo, Amount].join('|')),
    };
  });
}

/** Nairobi time. */
function parseTime(written: string): number {
  const [, day = '', time = ''] = TIME.exec(written) ?? [];
  return Date.parse(`${day}T${time}+03:00`);
}

function toRow({ receipt, at, from, name, kind, account, amount }: Transaction, phones: Rules['pullPhones']) {
  return {
    transactionId: receipt,
    trxDate: `${new Date(at + 3 * 3_600_000).toISOString().slice(0, 19)}+03:00`,
    msisdn: phones === 'masked' ? maskPhone(from) : Number(from),
    sender: name.split(' ')[0],
    transactiontype: kind === 'till' ? 'c2b-buy-goods-debit' : 'c2b-pay-bill-debit',
    billreference: account,
    amount: `${amount}.00`,
    organizationname: MERCHANT.name,
  };
}
