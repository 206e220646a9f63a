import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  dataModule,
  dmRef,
  OLD_PUBLICATION,
  pmEntry,
  pmRef,
  publicationModule,
} from '../../../../test/support/manuals/s1000d-modules.js';
import { FileRefusedError } from '../errors/file-refusal.js';
import { readPublication, type Publication } from './publication-members.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'pm-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(content: string): Promise<Publication> {
  const file = path.join(folder, 'pm.xml');
  writeFileSync(file, content);
  return readPublication(file);
}

const refusal = (content: string): Promise<string> =>
  read(content).then(
    () => 'read',
    (error: FileRefusedError) => (error instanceof FileRefusedError ? error.reason : String(error)),
  );

const DMC = 'SKARV46-A-32-41-00-00A-520A-A';
const external = (code: string, title: string): string =>
  `<externalPubRef><externalPubRefIdent><externalPubCode>${code}</externalPubCode><externalPubTitle>${title}</externalPubTitle></externalPubRefIdent></externalPubRef>`;

it('reads the references in order, with the titles of the parts that contain them', async () => {
  const stated = '<issueInfo issueNumber="004" inWork="02"/><language languageIsoCode="de" countryIsoCode="DE"/>';
  const { head, members } = await read(
    publicationModule(
      pmEntry(
        'Chapter 32',
        dmRef({ information: '040' }, 'Main wheel - Description') +
          pmEntry('Wheels', dmRef({}, undefined, stated) + `<pmEntry>${pmRef('00002', 'Brakes')}</pmEntry>`) +
          external('SB-32-001', 'Tires'),
      ) + `<pmEntry>${dmRef({ information: '720' })}${external('', '')}</pmEntry>`,
    ),
  );
  expect(head).toMatchObject({ dmc: 'SKARV46-K1234-00001-00', issue: '002', in_work: '00', language: 'en-GB' });
  const none = { title: null, issue: null, language: null };
  expect(members).toEqual([
    {
      ...{ ...none, kind: 'data_module', path: ['Chapter 32'], code: 'SKARV46-A-32-41-00-00A-040A-A' },
      title: 'Main wheel - Description',
    },
    {
      ...{ ...none, kind: 'data_module', path: ['Chapter 32', 'Wheels'], code: DMC },
      ...{ issue: '004-02', language: 'de-DE' },
    },
    {
      ...{ ...none, kind: 'publication', path: ['Chapter 32', 'Wheels'], code: 'SKARV46-K1234-00002-00' },
      title: 'Brakes',
    },
    { ...none, kind: 'external', path: ['Chapter 32'], code: 'SB-32-001', title: 'Tires' },
    { ...none, kind: 'data_module', path: [], code: 'SKARV46-A-32-41-00-00A-720A-A' },
    { ...none, kind: 'external', path: [], code: null },
  ]);
});

it('reads the names of issues 2.0 to 3.0', async () => {
  const { head, members } = await read(OLD_PUBLICATION);
  expect(head).toMatchObject({
    ...{ dmc: 'SKARV46-K1234-00003-01', title: 'Skarv 46 Wheels', issue: '004', in_work: '00' },
    ...{ issue_date: '2024-07-01', language: 'en-US' },
  });
  expect(members.map(({ kind, path, code, title, issue }) => [kind, ...path, code, title, issue] as unknown[])).toEqual(
    [
      ['data_module', 'Chapter 32', DMC, 'Main wheel - Removal', '003-01'],
      ['publication', 'Chapter 32', 'SKARV46-K1234-00001-00', 'Main manual', null],
      ['external', 'Chapter 32', 'SB-32-001', 'Tires', null],
    ],
  );
});

it('leaves out deleted entries, and what is outside of entries', async () => {
  const { members } = await read(
    publicationModule(
      `${dmRef({})}<pmEntry changeType="delete">${dmRef({})}</pmEntry>${pmEntry('A', dmRef({ information: '040' }))}`,
    ),
  );
  expect(members.map(({ code }) => code)).toEqual(['SKARV46-A-32-41-00-00A-040A-A']);
});

it('has the producer of an extended code in it', async () => {
  const extension = '<identExtension extensionProducer="K9" extensionCode="X1"/>';
  const { head } = await read(publicationModule('').replace('<pmCode', `${extension}<pmCode`));
  expect(head.dmc).toBe('K9-X1-SKARV46-K1234-00001-00');
});

const nested = (levels: number): string => '<pmEntry>'.repeat(levels) + dmRef({}) + '</pmEntry>'.repeat(levels);
const LONG = 'C'.repeat(101);
const BOMB = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(
  (name, n, all) => `<!ENTITY ${name} "${`&${all[n - 1] ?? '#65'};`.repeat(10)}">`,
);

it.each<[string, string, string]>([
  ['32 levels of entries', 'read', publicationModule(nested(32))],
  ['33 levels of entries', 'publication_nesting', publicationModule(nested(33))],
  ['300 levels of elements', 'xml_nesting', publicationModule(nested(300))],
  ['10,000 entries of one module', 'read', publicationModule(`<pmEntry>${dmRef({})}</pmEntry>`.repeat(10_000))],
  ['20,000 modules in an entry', 'publication_size', publicationModule(pmEntry('A', dmRef({}).repeat(20_000)))],
  ['100,000 empty entries', 'publication_size', publicationModule('<pmEntry/>'.repeat(100_000))],
  ['600,000 elements', 'xml_elements', publicationModule('<pmEntry/>'.repeat(600_000))],
  ['too long titles', 'publication_size', publicationModule(pmEntry('T'.repeat(300), dmRef({}).repeat(15_000)))],
  ['a long code', 'publication_reference', publicationModule(`<pmEntry>${dmRef({ system: LONG })}</pmEntry>`)],
  ['a reference without a code', 'publication_reference', publicationModule('<pmEntry><dmRef/></pmEntry>')],
  ['entities in entities', 'xml_entities', publicationModule('&g;'.repeat(9), { subset: BOMB.join('') })],
  ['no end', 'xml_malformed', publicationModule('').slice(0, -8)],
  ['no issue', 'publication_identity', publicationModule('', { issue: '' })],
  ['an issue that is no number', 'publication_identity', publicationModule('', { issue: 'A01' })],
  ['an odd in-work number', 'publication_identity', publicationModule('', { inWork: 'x' })],
  ['a code that is too long', 'publication_identity', publicationModule('', { number: LONG })],
  ['no code', 'publication_identity', publicationModule('').replace(/<pmCode[^>]*>/, '')],
  ['a data module', 'xml_unknown', dataModule('')],
])('%s: %s', async (_name, outcome, content) => {
  expect(await refusal(content)).toBe(outcome);
});

it('reads no file that an entity names', async () => {
  const subset = `<!ENTITY secret SYSTEM "file:///etc/hostname">`;
  const { members } = await read(publicationModule(pmEntry('&secret;', dmRef({})), { subset }));
  expect(members[0]!.path).toEqual(['&secret;']);
});
