import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, Length } from 'class-validator';
import { PageQuery } from '../../../../common/pagination/page-query.js';
import { IsTimestamp } from '../../../../common/validation/date.decorators.js';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../events/event-types.js';

export class ListEventsQuery extends PageQuery {
  @ApiProperty({ type: String, required: false, description: 'Id of the last event that the client has' })
  @IfPresent()
  @IsString()
  @Length(1, 64)
  after?: string;

  @ApiProperty({ type: String, format: 'date-time', required: false, description: 'Of events since this moment' })
  @IfPresent()
  @IsTimestamp()
  from?: string;

  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES, enumName: 'WebhookEventName', required: false })
  @IfPresent()
  @IsIn(WEBHOOK_EVENT_NAMES)
  event?: WebhookEventName;
}
