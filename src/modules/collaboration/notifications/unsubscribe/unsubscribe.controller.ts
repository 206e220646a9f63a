import { Body, Controller, Get, Post, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../../../../common/auth/access.decorator.js';
import { MULTIPART_TYPE, TakesForm } from '../../../../common/http/body-type.decorator.js';
import { CountedAsPage } from '../../../../common/limits/limit.decorators.js';
import { RawResponse } from '../../../../common/http/raw-response.decorator.js';
import { NoticePages } from '../../../oauth/pages/notice-pages.service.js';
import { UnsubscribeForm, UnsubscribeQuery } from '../dto/unsubscribe.request.js';
import { FormPartsInterceptor } from './form-parts.interceptor.js';
import { UnsubscribeService, type StatusPage } from './unsubscribe.service.js';

/**
 * Unsubscribes from digests by a link in the mail: a page with a button for people, one POST for mail programs (RFC
 * 8058).
 */
@ApiExcludeController()
@Controller('notifications/unsubscribe')
@Public()
@RawResponse()
@CountedAsPage()
@TakesForm(MULTIPART_TYPE)
export class UnsubscribeController {
  constructor(
    private readonly unsubscribe: UnsubscribeService,
    private readonly pages: NoticePages,
  ) {}

  @Get()
  async showUnsubscribe(@Query() { token }: UnsubscribeQuery, @Res() reply: FastifyReply): Promise<void> {
    await this.send(reply, this.unsubscribe.ask(token));
  }

  @Post()
  @UseInterceptors(FormPartsInterceptor)
  async endDigests(
    @Query() { token }: UnsubscribeQuery,
    @Body() _form: UnsubscribeForm,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(reply, await this.unsubscribe.end(token));
  }

  private async send(reply: FastifyReply, { status, html }: StatusPage): Promise<void> {
    await reply.status(status).headers(this.pages.headers).type('text/html; charset=utf-8').send(html);
  }
}
