/** Pieces of charts that many machines share. They name guards and actions; the setup of a machine says what those do. */

/** What XState gives a function in a chart, as far as it reads only the event. */
export interface EventScope<Event> {
  readonly event: Event;
}

/** The same, as far as it reads only the context. */
export interface ContextScope<Context> {
  readonly context: Context;
}

/** What a machine hears where a call has failed. */
export interface Failure {
  readonly error: unknown;
}

/** Names an order. */
export interface OrderRef {
  readonly orderId: string;
}

/** Names a guard or an action with its parameters, or with a function that reads them. */
export function given<const Type extends string, const Params>(type: Type, params: Params) {
  return { type, params };
}

/** Names a guard or an action whose parameters are the event. */
export function withEvent<const Type extends string>(type: Type) {
  return { type, params: <Event>({ event }: EventScope<Event>) => event };
}

/** Names a guard or an action whose parameters are what a call or another machine answered. */
export function withOutput<const Type extends string>(type: Type) {
  return { type, params: <Output>({ event }: EventScope<{ readonly output: Output }>) => event.output };
}

/** Names a guard or an action whose parameters are the context. */
export function withContext<const Type extends string>(type: Type) {
  return { type, params: <Context>({ context }: ContextScope<Context>) => context };
}

/** A call was answered 401: `target` is where the machine goes then. */
export function signedOut<const Target extends string>(target: Target) {
  return { description: 'The server no longer knows the session (D14).', guard: withEvent('isUnauthorized'), target };
}

/** Another machine has ended, since a call of it was answered 401. */
export function signedOutInside<const Target extends string>(target: Target) {
  return { description: 'The server no longer knows the session (D14).', guard: withOutput('isSignedOut'), target };
}

/** The code screen has ended with a proof of the phone. */
export function proved<const Target extends string>(target: Target) {
  return {
    description: 'The code was right: the phone is proved.',
    guard: withOutput('isProved'),
    target,
    actions: withOutput('setProof'),
  };
}
