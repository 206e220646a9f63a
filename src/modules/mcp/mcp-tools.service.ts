import { Injectable, Logger } from '@nestjs/common';
import { currentContext } from '../../common/context/request-context.js';
import { AppError } from '../../common/errors/app-error.js';
import { toAppError } from '../../common/http/error.filter.js';
import { ExpensiveRequests } from '../../common/limits/expensive-requests.js';
import { listPermissions, type Principal } from '../../common/principal/principal.js';
import { createValidationPipe } from '../../common/validation/validation.pipe.js';
import { AskTool } from './tools/ask.tool.js';
import { GetPageTool } from './tools/get-page.tool.js';
import { ListRevisionsTool } from './tools/list-revisions.tool.js';
import { quotedData } from './tools/quoted-data.js';
import { SearchPassagesTool } from './tools/search-passages.tool.js';
import type { Tool, ToolDescription, ToolOutput } from './tools/tool.js';

interface ToolResult extends Record<string, unknown> {
  content: { type: 'text'; text: string }[];
}

/** The tools, under the rules of the routes that do the same: permissions, validation, bounds on expensive requests, errors. */
@Injectable()
export class McpTools {
  private readonly logger = new Logger(McpTools.name);
  private readonly tools: readonly Tool[];
  private readonly arguments = createValidationPipe();

  constructor(
    search: SearchPassagesTool,
    page: GetPageTool,
    ask: AskTool,
    revisions: ListRevisionsTool,
    private readonly expensive: ExpensiveRequests,
  ) {
    this.tools = [search, page, ask, revisions];
  }

  /** Those that the caller can use. */
  list(principal: Principal): ToolDescription[] {
    return this.tools.filter((tool) => missingOf(tool, principal) === undefined).map(({ description }) => description);
  }

  /** The result, which can be an error; null without such a tool. */
  async call(principal: Principal, name: string, given: object): Promise<ToolResult | null> {
    const tool = this.tools.find(({ description }) => description.name === name);
    if (!tool) return null;
    try {
      const missing = missingOf(tool, principal);
      if (missing !== undefined) throw AppError.forbidden(missing, listPermissions(principal.permissions));
      const input = (await this.arguments.transform(given, { type: 'body', metatype: tool.input })) as object;
      const { structured, summary, data } = await this.run(tool, principal, input);
      const { requestId: request_id, warnings: remarks = [] } = currentContext() ?? {};
      const text = quotedData(summary, [data, ...remarks].join('\n'));
      return { content: [{ type: 'text', text }], structuredContent: { ...structured, remarks, request_id } };
    } catch (error) {
      return this.failed(error);
    }
  }

  private async run(tool: Tool, principal: Principal, input: object): Promise<ToolOutput> {
    const context = currentContext();
    const end = tool.isExpensive && context ? this.expensive.beginRequest(context) : () => undefined;
    try {
      return await tool.run(principal, input);
    } finally {
      end();
    }
  }

  /** Code, message and details as in the error envelope. */
  private failed(thrown: unknown): ToolResult {
    const error = toAppError(thrown);
    const { code, message, details } = error;
    if (error.status >= 500) this.logger.error({ code, err: error.cause ?? thrown }, message);
    const request_id = currentContext()?.requestId;
    const text = JSON.stringify({ error: { code, message, details, request_id } });
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

function missingOf({ permissions }: Tool, principal: Principal): string | undefined {
  return permissions.find((permission) => !principal.permissions.has(permission));
}
