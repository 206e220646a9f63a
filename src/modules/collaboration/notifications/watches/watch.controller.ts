import { Controller, Delete, Get, HttpStatus, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../../common/principal/principal.js';
import { IdPipe } from '../../../../common/ids/id.pipe.js';
import { Answers, AnswersNothing } from '../../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../../common/openapi/fails.decorator.js';
import { WatchResponse } from '../dto/notification.response.js';
import { WatchService } from './watch.service.js';

const DocumentId = (): ParameterDecorator => Param('id', new IdPipe('document'));

@ApiTags('Notifications')
@Controller('documents/:id/watch')
@Requires('document.view')
export class WatchController {
  constructor(private readonly watches: WatchService) {}

  /** Returns whether the caller watches the document. */
  @Get()
  @Answers(HttpStatus.OK, WatchResponse)
  async getDocumentWatch(@CurrentPrincipal() principal: Principal, @DocumentId() id: string): Promise<WatchResponse> {
    return { watching: await this.watches.isWatched(principal, id) };
  }

  /** Notifies the caller of new revisions of the document. */
  @Put()
  @Fails('CONFLICT', 'too_many_watches')
  @AnswersNothing()
  watchDocument(@CurrentPrincipal() principal: Principal, @DocumentId() id: string): Promise<void> {
    return this.watches.watch(principal, id);
  }

  /** Stops watching, also for a document that the caller can no longer see. 404 if the caller was not watching. */
  @Delete()
  @AnswersNothing()
  unwatchDocument(@CurrentPrincipal() principal: Principal, @DocumentId() id: string): Promise<void> {
    return this.watches.unwatch(principal, id);
  }
}
