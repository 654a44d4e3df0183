import * as v from 'valibot';
import { optionalText, wireText } from './mpesa-values.rules.ts';

/** What Daraja posts to a ResultURL or QueueTimeOutURL (providers 1.11). */
export interface MpesaResult {
  /** Text, because some have letters, e.g. `R000002`. */
  readonly code: string;
  readonly text: string;
  readonly conversationId: string | null;
  readonly originatorConversationId: string | null;
  /** The receipt of what was carried out. `null` after a failure. */
  readonly transactionId: string | null;
  /** In the order of the message. A name may repeat. */
  readonly parameters: readonly ResultParameter[];
}

export interface ResultParameter {
  readonly name: string;
  /** `null` when the message has no value. */
  readonly value: string | null;
}

const Parameter = v.object({ Key: wireText, Value: optionalText });
/** A list, or a single one. Malformed ones are skipped, because no reader needs all. */
const Parameters = v.pipe(
  v.nullish(v.object({ ResultParameter: v.optional(v.unknown()) })),
  v.transform((it) => [it?.ResultParameter].flat()),
  v.transform((all): readonly ResultParameter[] =>
    all.flatMap((one) => {
      const parsed = v.safeParse(Parameter, one);
      return parsed.success ? [{ name: parsed.output.Key, value: parsed.output.Value }] : [];
    }),
  ),
);
const Body = v.object({
  Result: v.object({
    ResultCode: v.pipe(wireText, v.regex(/^[\w.-]{1,40}$/)),
    ResultDesc: optionalText,
    ConversationID: optionalText,
    OriginatorConversationID: optionalText,
    TransactionID: optionalText,
    ResultParameters: v.optional(v.fallback(Parameters, [])),
  }),
});

/** Parses the parsed JSON of a result. `null` when it has no code. Ignores `ReferenceData`, which repeats our own words. */
export function parseMpesaResult(body: unknown): MpesaResult | null {
  const parsed = v.safeParse(Body, body);
  if (!parsed.success) return null;
  const it = parsed.output.Result;
  return {
    code: it.ResultCode,
    text: it.ResultDesc ?? '',
    conversationId: it.ConversationID,
    originatorConversationId: it.OriginatorConversationID,
    transactionId: it.TransactionID,
    parameters: it.ResultParameters ?? [],
  };
}

/** Returns the first value of the name. `null` without one. */
export function findParameter({ parameters }: MpesaResult, name: string): string | null {
  return parameters.find((it) => it.name === name && it.value !== null)?.value ?? null;
}
