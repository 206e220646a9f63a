import { IsString, MaxLength } from 'class-validator';

export class ScheduleDeletionRequest {
  /** The name of the organization, letter for letter. */
  @IsString()
  @MaxLength(500)
  confirm_name: string;
}
