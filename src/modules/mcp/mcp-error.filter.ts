import { Catch, Inject, Injectable, type ArgumentsHost } from '@nestjs/common';
import { RouteTable } from '../../common/context/route-table.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { ErrorFilter } from '../../common/http/error.filter.js';
import { TOKEN_ISSUER } from '../auth/tokens/token.service.js';
import { MCP_SCOPES, metadataUrl } from './protected-resource.js';

/** Errors before a message is read. A 401 names the metadata by which clients find the authorization server (RFC 9728, 5.1). */
@Catch()
@Injectable()
export class McpErrorFilter extends ErrorFilter {
  constructor(
    routes: RouteTable,
    events: DomainEvents,
    @Inject(TOKEN_ISSUER) private readonly issuer: string,
  ) {
    super(routes, events);
  }

  override catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    return super.catch(thrown instanceof AppError && thrown.status === 401 ? this.withMetadata(thrown) : thrown, host);
  }

  private withMetadata({ code, message, details, headers, cause }: AppError): AppError {
    const parameters = `resource_metadata="${metadataUrl(this.issuer)}", scope="${MCP_SCOPES.join(' ')}"`;
    const challenge = headers['www-authenticate'] ?? 'Bearer';
    const challenged = `${challenge}${challenge.includes('=') ? ',' : ''} ${parameters}`;
    return new AppError(code, message, details, { cause, headers: { ...headers, 'www-authenticate': challenged } });
  }
}
