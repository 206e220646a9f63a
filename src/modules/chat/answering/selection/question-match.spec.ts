import { evidencePassage } from '../../../../../test/factories/evidence.factory.js';
import { placesMissing } from './question-match.js';

describe('placesMissing', () => {
  const evidence = [evidencePassage('Paragraph (7): credit', { section: 'Table 401. Torques' })];

  it.each(['What does paragraph 7 say?', 'the torques of table 401', 'What does the paragraph on credit say?'])(
    'finds all of: %s',
    (question) => expect(placesMissing(question, evidence)).toEqual([]),
  );

  it.each([
    ['What does paragraph (9) require?', 'paragraph (9)'],
    ['figure 401', 'figure 401'],
    ['table 40', 'table 40'],
  ])('misses what is not there: %s', (question, place) => expect(placesMissing(question, evidence)).toEqual([place]));
});
