/** Pieces of charts that many machines share. They name guards and actions; the setup of a machine says what those do. */

interface Heard<Event> {
  readonly event: Event;
}

/** What a machine hears where a call has failed. */
export interface Failure {
  readonly error: unknown;
}

/** Names a guard or an action whose parameters are the event. */
export function withEvent<const Type extends string>(type: Type) {
  return { type, params: <Event>({ event }: Heard<Event>) => event };
}

/** Names a guard or an action whose parameters are what a call or another machine answered. */
export function withOutput<const Type extends string>(type: Type) {
  return { type, params: <Output>({ event }: Heard<{ readonly output: Output }>) => event.output };
}

/** Names a guard or an action whose parameters are the context. */
export function withContext<const Type extends string>(type: Type) {
  return { type, params: <Context>({ context }: { readonly context: Context }) => context };
}

/** A call was answered 401: `target` is where the machine goes then. */
export function signedOut<const Target extends string>(target: Target) {
  return { description: 'The server no longer knows the session (D14).', guard: withEvent('isUnauthorized'), target };
}
