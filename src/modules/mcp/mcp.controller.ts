import { Body, Controller, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticated } from '../../common/auth/access.decorator.js';
import { whenClosed } from '../../common/context/when-closed.js';
import { RawResponse } from '../../common/http/raw-response.decorator.js';
import { begun } from './begun.js';
import { McpErrorFilter } from './mcp-error.filter.js';
import { McpService } from './mcp.service.js';
import { OriginGuard } from './origin.guard.js';

/** The Model Context Protocol over streamable HTTP, without sessions. Each tool requires the permissions of its routes. */
@ApiExcludeController()
@Controller('mcp')
@Authenticated({ anyCredential: true })
@RawResponse()
@UseGuards(OriginGuard)
@UseFilters(McpErrorFilter)
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  async exchangeMessage(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() message?: Record<string, unknown>,
  ): Promise<void> {
    void reply.send(await begun(await this.mcp.exchange(request.headers, message, whenClosed(request, reply))));
  }
}
