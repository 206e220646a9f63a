import { IsString, MaxLength } from 'class-validator';

export class ScheduleDeletionRequest {
  /** The exact name of the organization. */
  @IsString()
  @MaxLength(500)
  confirm_name: string;
}
