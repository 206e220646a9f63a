/** What was asked has not answered in time. */
export class NoAnswerError extends Error {}

/**
 * What `answer` resolves to, if it does so within `ms` milliseconds.
 *
 * @throws NoAnswerError when it does not; an answer that has arrived while this process was busy is still taken
 */
export function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const fail = (): void => reject(new NoAnswerError(`no answer within ${ms} ms`));
    const timer = setTimeout(() => setImmediate(fail), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
