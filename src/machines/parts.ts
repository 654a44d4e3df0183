/** Chart fragments that many machines share. They name guards and actions that the setup of each machine implements. */

/** Argument of a chart function that reads only the event. */
export interface EventScope<Event> {
  readonly event: Event;
}

/** Argument of a chart function that reads only the context. */
export interface ContextScope<Context> {
  readonly context: Context;
}

/** Event data of a failed call. */
export interface Failure {
  readonly error: unknown;
}

/** An order's id. */
export interface OrderRef {
  readonly orderId: string;
}

/** References a guard or an action with its parameters, or with a function that computes them. */
export function given<const Type extends string, const Params>(type: Type, params: Params) {
  return { type, params };
}

/** References a guard or an action whose parameters are the event. */
export function withEvent<const Type extends string>(type: Type) {
  return { type, params: <Event>({ event }: EventScope<Event>) => event };
}

/** References a guard or an action whose parameters are the output of a call or of another machine. */
export function withOutput<const Type extends string>(type: Type) {
  return { type, params: <Output>({ event }: EventScope<{ readonly output: Output }>) => event.output };
}

/** References a guard or an action whose parameters are the context. */
export function withContext<const Type extends string>(type: Type) {
  return { type, params: <Context>({ context }: ContextScope<Context>) => context };
}

/** Transition to `target` after a 401. */
export function signedOut<const Target extends string>(target: Target) {
  return { description: 'The session is no longer valid (D14).', guard: withEvent('isUnauthorized'), target };
}

/** Transition to `target` after another machine has ended with a 401. */
export function signedOutInside<const Target extends string>(target: Target) {
  return { description: 'The session is no longer valid (D14).', guard: withOutput('isSignedOut'), target };
}

/** Transition after the code screen has proved the phone. */
export function proved<const Target extends string>(target: Target) {
  return {
    description: 'The code was right, so the phone is proved.',
    guard: withOutput('isProved'),
    target,
    actions: withOutput('setProof'),
  };
}
