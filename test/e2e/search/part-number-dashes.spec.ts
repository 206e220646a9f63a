import type { Json } from '../../support/api/api-client.js';
import { readyManual } from '../../support/manuals/manual.js';
import { charactersPdf } from '../../support/manuals/pdf-factory.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

/** How a page prints a part number and, where that is not the same, how it is stored. */
const PRINTED: [name: string, print: (number: string) => string, stored?: (number: string) => string][] = [
  ['hyphen-minus', String],
  ['hyphen U+2010', dashed('\u2010')],
  ['non-breaking hyphen', dashed('\u2011')],
  ['figure dash', dashed('\u2012')],
  ['en dash', dashed('\u2013')],
  ['minus sign', dashed('\u2212')],
  ['small hyphen', dashed('\ufe63')],
  ['full-width hyphen', dashed('\uff0d')],
  [
    'full-width characters',
    (number) => number.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
  ],
  ['drawn soft hyphen', dashed('\u00ad'), String],
];

function dashed(dash: string): (number: string) => string {
  return (number) => number.replaceAll('-', dash);
}

describe('a part number, with any dashes', () => {
  let world: TestWorld;
  let admin: SignedIn;
  const documents = new Map<string, Json>();
  /** They differ by one digit. */
  const numberOf = (name: string): string => `SS-2${PRINTED.findIndex(([other]) => other === name)}41-03-M`;

  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    const read = PRINTED.map(async ([name, print]) => {
      const content = charactersPdf([`Torque the bolt P/N ${print(numberOf(name))} to 41 N·m.`]);
      documents.set(name, await readyManual(admin.api, content, { title: name }));
    });
    await Promise.all(read);
  });
  afterAll(() => world.stop());

  it.each(PRINTED)('is found: %s', async (name, print) => {
    const number = numberOf(name);
    const queries = [number, number.replaceAll('-', ''), number.toLowerCase(), print(number)];
    for (const query of [...queries, dashed('\u2013')(number), dashed('\u00ad')(number)]) {
      const { body } = await admin.api.post('/search/passages', { query, mode: 'keyword' });
      expect([query, (body.data as Json[])[0]?.document_id]).toEqual([query, documents.get(name)!.id]);
    }
  });

  // Answers do not fold compatibility forms: they refuse.
  it.each(PRINTED.filter(([name]) => !/small|full-width/.test(name)))(
    'is quoted as it is printed: %s',
    async (name, print, stored = print) => {
      const number = numberOf(name);
      const { id } = documents.get(name)!;
      const page = await admin.api.get(`/documents/${id}/pages/1`);
      const text = page.body.data.text as string;
      expect(text).toContain(stored(number));
      const session = await admin.api.post('/chat/sessions', { copilot_type: 'mro' });
      const answer = await admin.api.post(`/chat/sessions/${session.body.data.session_id}/messages`, {
        content: `What torque does the bolt ${number} get?`,
      });
      expect(answer.body.data).toMatchObject({
        answer_status: 'grounded',
        content: expect.stringContaining(stored(number)),
        citations: [{ document_id: id }],
      });
      const [citation] = answer.body.data.citations as Json[];
      expect(citation!.quote).toContain(stored(number));
      expect(citation!.quote).toBe(text.slice(citation!.start as number, citation!.end as number));
    },
  );
});
