/** What became of the requests of a load. */
export interface LoadReport {
  /** What each request answered, as often as it did. */
  answered: Map<string, number>;
  /** What was thrown: connections that broke, answers that nobody may give. */
  thrown: unknown[];
}

/** Clients that send one request after the other until they are stopped. */
export interface Load {
  /** Finished requests. */
  readonly count: number;
  /** Lets each client finish its request. */
  stop(): Promise<LoadReport>;
}

/** @param request sends the n-th request of all and answers in a word how it ended */
export function startLoad(clients: number, request: (n: number) => Promise<string | number>): Load {
  const report: LoadReport = { answered: new Map(), thrown: [] };
  let [sent, over, isStopped] = [0, 0, false];
  const client = async (): Promise<void> => {
    while (!isStopped) {
      try {
        const answer = String(await request((sent += 1)));
        report.answered.set(answer, (report.answered.get(answer) ?? 0) + 1);
      } catch (error) {
        report.thrown.push(error);
      }
      over += 1;
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    get count() {
      return over;
    },
    stop: async () => {
      isStopped = true;
      await running;
      return report;
    },
  };
}
