/** Path of the Model Context Protocol endpoint, at the root. */
export const MCP_PATH = '/mcp';
