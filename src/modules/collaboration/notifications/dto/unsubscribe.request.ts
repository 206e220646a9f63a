import { Equals, IsString, MaxLength } from 'class-validator';

export class UnsubscribeQuery {
  /** As the mail has it. */
  @IsString()
  @MaxLength(500)
  token: string;
}

/** The form of RFC 8058. What comes without its field was sent by something that means no end. */
export class UnsubscribeForm {
  @Equals('One-Click')
  'List-Unsubscribe': string;
}
