import type { Answer, AnswerRequest } from './answer.types.js';

/** Answers questions from the evidence found for them, whoever writes the sentences. */
export abstract class Answerer {
  /**
   * The safe answer (see `enforceSafeAnswer`), told to the request's sink as far as it is sure while it is made.
   *
   * @throws the signal's reason once that is aborted
   */
  abstract answer(request: AnswerRequest): Promise<Answer>;
}
