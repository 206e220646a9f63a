import { Equals, IsString, MaxLength } from 'class-validator';

export class UnsubscribeQuery {
  /** Token from the mail. */
  @IsString()
  @MaxLength(500)
  token: string;
}

/** Field of RFC 8058. Requests without it, such as link scanners send, have no effect. */
export class UnsubscribeForm {
  @Equals('One-Click')
  'List-Unsubscribe': string;
}
