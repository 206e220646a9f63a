import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../../common/auth/access.decorator.js';
import { RawResponse } from '../../../../common/http/raw-response.decorator.js';
import { InSandbox } from '../../../../common/sandbox/in-sandbox.decorator.js';
import { SamlLogin } from './saml-login.service.js';

/** Metadata of this service for a SAML provider, which fetches it without credentials. */
@ApiExcludeController()
@Controller('oauth/saml')
@Public()
@RawResponse()
@InSandbox('refused')
export class SamlMetadataController {
  constructor(private readonly logins: SamlLogin) {}

  @Get(':id/metadata')
  @Header('content-type', 'application/samlmetadata+xml')
  getSamlMetadata(@Param('id') id: string): Promise<string> {
    return this.logins.metadata(id);
  }
}
