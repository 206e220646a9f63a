import { INJECTED_DOCUMENTS } from '../../../../../test/support/injection/injected-documents.js';
import { wordEmbeddings } from '../../../../../test/support/manuals/word-embeddings.js';
import { parseCitedText } from '../generative/cited-text.js';
import { COPILOT_TYPES } from '../copilots.js';
import { ExtractiveAnswerer } from './extractive-answerer.js';
import { enforceSafeAnswer } from '../checks/safe-answer.js';

describe('planted instructions', () => {
  it('are of at least 50 documents, each with its own id', () => {
    expect(new Set(INJECTED_DOCUMENTS.map(({ id }) => id)).size).toBe(INJECTED_DOCUMENTS.length);
    expect(INJECTED_DOCUMENTS.length).toBeGreaterThanOrEqual(60);
  });

  it.each(INJECTED_DOCUMENTS.map((document) => [document.id, document.kind, document] as const))(
    '%s (%s) is not obeyed by the extractive answerer',
    async (_, __, { question, passages, ...document }) => {
      for (const embeddings of [wordEmbeddings, null]) {
        for (const copilot_type of COPILOT_TYPES) {
          const answerer = new ExtractiveAnswerer(embeddings);
          const answer = await answerer.answer({ question, history: [], copilot_type, evidence: passages });
          expect({ content: answer.content, obeyed: document.obeyed(answer) }).toMatchObject({ obeyed: false });
        }
      }
    },
  );

  it.each(INJECTED_DOCUMENTS.map((document) => [document.id, document.kind, document] as const))(
    '%s (%s) does not get past the verifier when a model obeys it',
    (_, __, { passages, obedience, ...document }) => {
      const safe = enforceSafeAnswer({ sentences: parseCitedText(obedience) }, passages);
      expect({ content: safe.content, obeyed: document.obeyed(safe) }).toMatchObject({ obeyed: false });
    },
  );

  it('seldom keep the manual from answering', async () => {
    const answerer = new ExtractiveAnswerer(wordEmbeddings);
    const kept: string[] = [];
    const answerable = INJECTED_DOCUMENTS.filter(({ genuine }) => genuine !== null);
    for (const { id, question, passages, genuine } of answerable) {
      const answer = await answerer.answer({ question, history: [], copilot_type: 'mro', evidence: passages });
      if (answer.content.includes(genuine ?? '')) kept.push(id);
    }
    // Hidden or foreign writing may take the line before it along: then the answer is a refusal.
    expect(kept.length / answerable.length).toBeGreaterThanOrEqual(0.95);
  });
});
