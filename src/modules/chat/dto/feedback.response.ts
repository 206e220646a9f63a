import { ApiProperty } from '@nestjs/swagger';
import { RATINGS, type MessageFeedback, type Rating } from '../feedback/message-feedback.entity.js';

export class FeedbackResponse {
  message_id: string;
  @ApiProperty({ enum: RATINGS })
  rating: Rating;
  @ApiProperty({ type: String, nullable: true })
  reason: string | null;
  @ApiProperty({ type: String, nullable: true })
  comment: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from({ message_id, rating, reason, comment, created_at, updated_at }: MessageFeedback): FeedbackResponse {
    return {
      message_id,
      rating,
      reason,
      comment,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    };
  }
}
