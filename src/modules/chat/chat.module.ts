import { Module } from '@nestjs/common';
import { OpenStreams } from '../../common/streams/open-streams.js';
import type { StreamOptions } from '../../common/streams/stream-options.js';
import { Wakeups } from '../../common/streams/wakeups.js';
import { EmbeddingModels } from '../../integrations/embeddings/embedding-models.js';
import { LanguageModel } from '../../integrations/llm/language-model.js';
import { ApplicabilityModule } from '../applicability/applicability.module.js';
import { DirectiveModule } from '../directives/directive.module.js';
import { DocumentModule } from '../documents/document.module.js';
import { OrganizationSettingsModule } from '../settings/organization-settings.module.js';
import { SearchModule } from '../search/search.module.js';
import { AircraftOfQuestion } from './aircraft/aircraft-of-question.service.js';
import { AnswerService } from './answer.service.js';
import { Answerer } from './answering/answerer.js';
import { GenerativeAnswerer } from './answering/generative/generative-answerer.js';
import { OpenDirectives } from './directives/open-directives.service.js';
import { ExtractiveAnswerer } from './answering/selection/extractive-answerer.js';
import { ChatController } from './chat.controller.js';
import { AnswerReviewer } from './answer-reviewer.service.js';
import { ChatRepository } from './chat.repository.js';
import { ChatService } from './chat.service.js';
import { ConversationExport } from './conversation-export.service.js';
import { FeedbackRepository } from './feedback/feedback.repository.js';
import { FeedbackService } from './feedback/feedback.service.js';
import { MessageController } from './message.controller.js';
import { MessageService } from './message.service.js';
import { ChatEventHandlers } from './chat-event-handlers.js';
import { ChatRetention } from './retention/chat-retention.js';
import { ChatRetentionRepository } from './retention/chat-retention.repository.js';
import { AbandonedAnswers } from './streaming/abandoned-answers.js';
import { AnswerMaker } from './streaming/answer-maker.js';
import { AnswerStateRepository } from './streaming/answer-state.repository.js';
import { AnswerStream } from './streaming/answer-stream.service.js';
import { STREAM_OPTIONS } from './streaming/stream-options.js';

@Module({
  imports: [ApplicabilityModule, DirectiveModule, DocumentModule, OrganizationSettingsModule, SearchModule],
  controllers: [ChatController, MessageController],
  exports: [ChatService, MessageService],
  providers: [
    ChatService,
    ChatRepository,
    MessageService,
    AnswerService,
    AircraftOfQuestion,
    OpenDirectives,
    AnswerReviewer,
    AnswerMaker,
    AnswerStateRepository,
    AnswerStream,
    AbandonedAnswers,
    {
      provide: OpenStreams,
      useFactory: (options: StreamOptions) => new OpenStreams(options.per_user, 'chat'),
      inject: [STREAM_OPTIONS],
    },
    Wakeups,
    FeedbackService,
    FeedbackRepository,
    ConversationExport,
    ChatEventHandlers,
    ChatRetention,
    ChatRetentionRepository,
    {
      // The built-in model rates units, also when another one searches: the weights were fitted to it.
      provide: Answerer,
      inject: [EmbeddingModels, LanguageModel],
      useFactory: ({ local }: EmbeddingModels, model: LanguageModel | null) => {
        const extractive = new ExtractiveAnswerer(local);
        return model ? new GenerativeAnswerer(extractive, model) : extractive;
      },
    },
  ],
})
export class ChatModule {}
