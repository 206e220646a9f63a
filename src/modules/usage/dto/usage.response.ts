import { ApiProperty } from '@nestjs/swagger';
import type { Usage } from '../usage.service.js';
import type { UsageCounts, UsageDay } from '../usage.repository.js';

export class LlmTokensResponse {
  @ApiProperty({ type: 'integer' })
  prompt: number;
  @ApiProperty({ type: 'integer' })
  completion: number;
}

/** Tokens of language and embedding models. Built-in models count none. */
export class TokensResponse {
  llm: LlmTokensResponse;
  @ApiProperty({ type: 'integer' })
  embedding: number;
  /** Tokens estimated because the provider did not report them. */
  @ApiProperty({ type: 'integer' })
  estimated: number;
}

export class UsageCountsResponse {
  /** Requests with a credential of the organization, including failed requests. */
  @ApiProperty({ type: 'integer' })
  requests: number;
  /** Searches for documents and passages, without those of the chat. */
  @ApiProperty({ type: 'integer' })
  searches: number;
  /** Conversations created. */
  @ApiProperty({ type: 'integer' })
  chats: number;
  /** Questions asked. */
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
  /** At the end of the day, or now for today; null if not recorded that day. */
  @ApiProperty({ type: 'integer', nullable: true })
  documents: number | null;
  /** Bytes of the files of all revisions, each content counted once. Null as for `documents`. */
  @ApiProperty({ type: 'integer', nullable: true })
  storage_bytes: number | null;

  static of({ date, documents, storage_bytes, ...counts }: UsageDay): UsageDayResponse {
    return { date, ...UsageCountsResponse.from(counts), documents, storage_bytes };
  }
}

/** Daily usage of the organization, for planning: a killed process loses its last seconds. */
export class UsageResponse {
  @ApiProperty({ type: String, format: 'date' })
  from: string;
  @ApiProperty({ type: String, format: 'date' })
  to: string;
  /** All days of the period, oldest first. */
  days: UsageDayResponse[];
  totals: UsageCountsResponse;

  static from({ from, to, days, totals }: Usage): UsageResponse {
    return { from, to, days: days.map((day) => UsageDayResponse.of(day)), totals: UsageCountsResponse.from(totals) };
  }
}
