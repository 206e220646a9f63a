import type { Answer, AnswerRequest } from './answer.types.js';

export abstract class Answerer {
  /** Returns and streams a safe answer (see `enforceSafeAnswer`). @throws the reason of the signal when it is aborted */
  abstract answer(request: AnswerRequest): Promise<Answer>;
}
