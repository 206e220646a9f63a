import { MCP_PATH } from '../../common/mcp-path.js';
import type { Permission } from '../../common/principal/permissions.js';

/** Scopes of all tools. */
export const MCP_SCOPES: readonly Permission[] = ['document.view', 'document.search', 'chat.use'];

/** RFC 9728, 3: the path of the resource follows the well-known one. */
export const METADATA_PATH = `oauth-protected-resource${MCP_PATH}`;

export function metadataUrl(issuer: string): string {
  return `${issuer}/.well-known/${METADATA_PATH}`;
}
