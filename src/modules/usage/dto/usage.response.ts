import { ApiProperty } from '@nestjs/swagger';
import type { Usage } from '../usage.service.js';
import type { UsageCounts, UsageDay } from '../usage.repository.js';

export class LlmTokensResponse {
  @ApiProperty({ type: 'integer' })
  prompt: number;
  @ApiProperty({ type: 'integer' })
  completion: number;
}

/** Tokens of language models and of the models that turn texts into vectors. Models that run in the service count none. */
export class TokensResponse {
  llm: LlmTokensResponse;
  @ApiProperty({ type: 'integer' })
  embedding: number;
  /** How many of all these are our estimate, since the provider did not say. */
  @ApiProperty({ type: 'integer' })
  estimated: number;
}

export class UsageCountsResponse {
  /** Requests with a credential of the organization, whatever their answer. */
  @ApiProperty({ type: 'integer' })
  requests: number;
  /** Searches for documents and passages, without those that the chat makes. */
  @ApiProperty({ type: 'integer' })
  searches: number;
  /** Conversations opened. */
  @ApiProperty({ type: 'integer' })
  chats: number;
  /** Questions asked in conversations. */
  @ApiProperty({ type: 'integer' })
  questions: number;
  tokens: TokensResponse;

  static from({ requests, searches, chats, questions, ...tokens }: UsageCounts): UsageCountsResponse {
    const { llm_prompt: prompt, llm_completion: completion, embedding, estimated } = tokens;
    return { requests, searches, chats, questions, tokens: { llm: { prompt, completion }, embedding, estimated } };
  }
}

export class UsageDayResponse extends UsageCountsResponse {
  @ApiProperty({ type: String, format: 'date' })
  date: string;
  /** At the end of the day, today now; null when nobody looked that day. */
  @ApiProperty({ type: 'integer', nullable: true })
  documents: number | null;
  /** Size of the files of all revisions, each content once. As `documents`. */
  @ApiProperty({ type: 'integer', nullable: true })
  storage_bytes: number | null;

  static of({ date, documents, storage_bytes, ...counts }: UsageDay): UsageDayResponse {
    return { date, ...UsageCountsResponse.from(counts), documents, storage_bytes };
  }
}

/** What the organization used, day by day. For planning: a process that was killed has not written its last seconds. */
export class UsageResponse {
  @ApiProperty({ type: String, format: 'date' })
  from: string;
  @ApiProperty({ type: String, format: 'date' })
  to: string;
  /** Every day of the time, oldest first. */
  days: UsageDayResponse[];
  totals: UsageCountsResponse;

  static from({ from, to, days, totals }: Usage): UsageResponse {
    return { from, to, days: days.map((day) => UsageDayResponse.of(day)), totals: UsageCountsResponse.from(totals) };
  }
}
