import { Module } from '@nestjs/common';
import { DocumentModule } from '../documents/document.module.js';
import { SearchModule } from '../search/search.module.js';
import { AnswerService } from './answer.service.js';
import { ANSWERER } from './answering/answerer.provider.js';
import { ChatController } from './chat.controller.js';
import { ChatRepository } from './chat.repository.js';
import { ChatService } from './chat.service.js';
import { RemovedUsers } from './removed-users.js';

@Module({
  imports: [DocumentModule, SearchModule],
  controllers: [ChatController],
  providers: [ChatService, ChatRepository, AnswerService, RemovedUsers, ANSWERER],
})
export class ChatModule {}
