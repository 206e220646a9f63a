import { Module } from '@nestjs/common';
import { ChatModule } from '../chat/chat.module.js';
import { DocumentModule } from '../documents/document.module.js';
import { SearchModule } from '../search/search.module.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';
import { McpTools } from './mcp-tools.service.js';
import { ProtectedResourceController } from './protected-resource.controller.js';
import { AskTool } from './tools/ask.tool.js';
import { GetPageTool } from './tools/get-page.tool.js';
import { ListRevisionsTool } from './tools/list-revisions.tool.js';
import { SearchPassagesTool } from './tools/search-passages.tool.js';

@Module({
  imports: [DocumentModule, SearchModule, ChatModule],
  controllers: [McpController, ProtectedResourceController],
  providers: [McpService, McpTools, SearchPassagesTool, GetPageTool, AskTool, ListRevisionsTool],
})
export class McpModule {}
