/**
 * Shares one running call among all callers. It is aborted when no caller waits any more. The next caller starts a new
 * call.
 */
export function shareRunningCall<Answer>(
  call: (signal: AbortSignal) => Promise<Answer>,
): (signal: AbortSignal) => Promise<Answer> {
  let underWay: { readonly answer: Promise<Answer>; readonly ended: AbortController; waiting: number } | null = null;

  function begin() {
    const ended = new AbortController();
    const mine = { answer: call(ended.signal), ended, waiting: 0 };
    const forget = () => {
      if (underWay === mine) underWay = null;
    };
    mine.answer.then(forget, forget);
    ended.signal.addEventListener('abort', forget);
    return mine;
  }

  return (signal) => {
    underWay ??= begin();
    const mine = underWay;
    mine.waiting += 1;
    signal.addEventListener('abort', () => {
      mine.waiting -= 1;
      if (mine.waiting === 0) mine.ended.abort();
    });
    return mine.answer;
  };
}
