import { rm } from 'node:fs/promises';
import { Database } from '../../src/common/database/database.js';
import { LocalEmbeddings } from '../../src/integrations/embeddings/local-embeddings.js';
import { ApiKeyAuthenticator } from '../../src/modules/auth/api-keys/api-key-authenticator.js';
import { OpenDirectives } from '../../src/modules/chat/directives/open-directives.service.js';
import { AircraftOfQuestion } from '../../src/modules/chat/aircraft/aircraft-of-question.service.js';
import { PartAnswers } from '../../src/modules/chat/parts/part-answers.service.js';
import { AnswerService } from '../../src/modules/chat/answer.service.js';
import { refusal } from '../../src/modules/chat/answering/answer-replies.js';
import type { Answer, AnswerRequest } from '../../src/modules/chat/answering/answer.types.js';
import { Answerer } from '../../src/modules/chat/answering/answerer.js';
import type { CopilotType } from '../../src/modules/chat/answering/copilots.js';
import { OrganizationPolicies } from '../../src/modules/settings/organization-policies.service.js';
import { SearchService } from '../../src/modules/search/search.service.js';
import { withApplication } from '../../src/start/application-context.js';
import type { Question } from '../questions/question-set.js';
import { startSampleService } from '../sample-service.js';

/** A question with what an answerer receives for it from the sample library. */
export interface AskedCase {
  question: Question;
  request: AnswerRequest;
}

export interface Evidence {
  cases: AskedCase[];
  /** By document number. */
  documentIds: ReadonlyMap<string, string>;
  embeddings: LocalEmbeddings;
}

/** Keeps the request instead of answering it. */
class EvidenceCollector extends Answerer {
  request: AnswerRequest | null = null;

  answer(request: AnswerRequest): Promise<Answer> {
    this.request = request;
    return Promise.resolve(refusal('nothing_found', []));
  }
}

/** Reads the sample library into a temporary service, and calls `work` with the evidence for each question. */
export async function withEvidence(
  questions: readonly Question[],
  work: (evidence: Evidence) => Promise<void>,
): Promise<void> {
  const service = await startSampleService();
  await service.stop({ keepFolder: true });
  process.env['DATA_DIR'] = service.folder;
  try {
    await withApplication(async (app) => {
      const principal = await app.get(ApiKeyAuthenticator, { strict: false }).authenticate(service.key);
      const rows = await app
        .get(Database, { strict: false })
        .query<{ id: string; document_number: string }>(
          'SELECT id, document_number FROM documents WHERE organization_id = $1',
          [principal.organizationId],
        );
      const embeddings = app.get(LocalEmbeddings, { strict: false });
      const collector = new EvidenceCollector();
      const answers = new AnswerService(
        app.get(SearchService, { strict: false }),
        collector,
        app.get(OrganizationPolicies, { strict: false }),
        app.get(AircraftOfQuestion, { strict: false }),
        app.get(OpenDirectives, { strict: false }),
        app.get(PartAnswers, { strict: false }),
      );
      const cases: AskedCase[] = [];
      for (const question of questions) {
        const history = (question.turns ?? []).map((content) => ({ role: 'user' as const, content }));
        const copilot_type = question.copilot_type as CopilotType;
        await answers.answer(principal, {
          text: question.question,
          history,
          copilot_type,
          filters: question.filters ?? {},
          aircraft_id: null,
          namesFrom: 0,
        });
        // The answerer is not asked whether a document applies to an aircraft.
        const { request } = collector;
        collector.request = null;
        if (request) cases.push({ question, request });
      }
      await work({ cases, documentIds: new Map(rows.map((row) => [row.document_number, row.id])), embeddings });
    });
  } finally {
    await rm(service.folder, { recursive: true, force: true });
  }
}
