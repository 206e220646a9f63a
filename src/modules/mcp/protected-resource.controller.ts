import { Controller, Get, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../common/auth/access.decorator.js';
import { RawResponse } from '../../common/http/raw-response.decorator.js';
import { MCP_PATH } from '../../common/mcp-path.js';
import { TOKEN_ISSUER } from '../auth/tokens/token.service.js';
import { MCP_SCOPES, METADATA_PATH } from './protected-resource.js';

/** Metadata of the MCP endpoint as a protected resource (RFC 9728). */
@ApiExcludeController()
@Controller('.well-known')
@Public()
@RawResponse()
export class ProtectedResourceController {
  constructor(@Inject(TOKEN_ISSUER) private readonly issuer: string) {}

  @Get(METADATA_PATH)
  describeResource(): object {
    return {
      resource: `${this.issuer}${MCP_PATH}`,
      authorization_servers: [this.issuer],
      scopes_supported: MCP_SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Aviation Maintenance Knowledge Service',
    };
  }
}
