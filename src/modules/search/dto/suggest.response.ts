import { ApiProperty } from '@nestjs/swagger';

const KINDS = ['title', 'document_number', 'heading', 'part_number'] as const;

/** A completion of what was typed, and a place that has it. */
export class CompletionResponse {
  text: string;
  @ApiProperty({ enum: KINDS })
  kind: (typeof KINDS)[number];
  document_id: string;
  /** The first page that has it; null where it is the document's own title or number. */
  @ApiProperty({ type: 'integer', nullable: true })
  page_number: number | null;

  static from({ text, kind, document_id, page_number }: CompletionResponse): CompletionResponse {
    return { text, kind, document_id, page_number };
  }
}
