/** Injection token: origins whose pages can call the MCP endpoint. */
export const MCP_ORIGINS = Symbol('origins of the MCP endpoint');
