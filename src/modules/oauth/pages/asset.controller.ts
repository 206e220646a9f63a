import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../../../common/auth/access.decorator.js';
import { AppError } from '../../../common/errors/app-error.js';
import { Uncounted } from '../../../common/limits/limit.decorators.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { findAsset } from './views/assets.js';

@ApiExcludeController()
@Controller('oauth/assets')
@Public()
@RawResponse()
@Uncounted()
export class AssetController {
  /** The name contains a hash of the content, so it can be cached indefinitely. */
  @Get(':file')
  async getAsset(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    const asset = findAsset(file);
    if (!asset) throw AppError.notFound('asset');
    await reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(asset.mediaType)
      .send(asset.content);
  }
}
