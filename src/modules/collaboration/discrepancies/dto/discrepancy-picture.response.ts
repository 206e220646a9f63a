import { ApiProperty } from '@nestjs/swagger';

/** A picture as the database returns it within its report. */
export interface ShownPicture {
  id: string;
  media_type: string;
  size: number;
  file_name: string;
  created_at: string;
}

/** A picture of a report. */
export class DiscrepancyPictureResponse {
  id: string;
  @ApiProperty({ enum: ['image/png', 'image/jpeg'] })
  media_type: string;
  /** Bytes. */
  @ApiProperty({ type: 'integer' })
  size: number;
  file_name: string;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from({ id, media_type, size, file_name, created_at }: ShownPicture): DiscrepancyPictureResponse {
    return { id, media_type, size, file_name, created_at: new Date(created_at).toISOString() };
  }
}
