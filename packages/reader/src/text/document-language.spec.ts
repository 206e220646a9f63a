import { readFile } from '../../../../test/support/manuals/read-file.js';
import type { ExtractedPage } from '../document/document.types.js';
import { detectLanguage, INITIAL_LANGUAGE, observeLanguage } from './document-language.js';

const ENGLISH =
  'Torque the axle nut to 27 N·m. Install a new cotter pin, and make sure that the brake does not leak. Clean all parts, and look for damage before the installation.';
const GERMAN =
  'Die Radmutter mit 27,5 Nm anziehen. Danach den Splint einsetzen und die Bremse auf Dichtheit prüfen. Alle Teile vor dem Einbau reinigen und auf Schäden prüfen.';

describe('detectLanguage', () => {
  it.each([
    ['en', ENGLISH],
    ['en', 'WARNING: DEPRESSURIZE THE HYDRAULIC SYSTEM BEFORE YOU DISCONNECT THE LINES. '.repeat(3)],
    ['de', GERMAN],
    [
      'fr',
      "Serrer l'écrou de roue au couple de 27,5 N·m. Nettoyer toutes les pièces avant le montage et rechercher tout dommage. Le train doit être déchargé avant le travail.",
    ],
    [
      'es',
      'Apriete la tuerca de la rueda a 27,5 N·m y compruebe la fuga. Limpie todas las piezas antes del montaje y busque daños. El tren debe estar descargado.',
    ],
    [
      'pt',
      'Aperte a porca da roda com 27,5 Nm e verifique se há fugas no freio. Limpe todas as peças antes da montagem e procure danos. O trem deve estar descarregado.',
    ],
    [
      'ru',
      'Затяните гайку колеса моментом 27,5 Н·м. Проверьте тормоз на герметичность и очистите все детали перед установкой. Замените шплинт новым и убедитесь, что колесо вращается свободно.',
    ],
    ['zh', '用27.5 N·m的力矩拧紧轮轴螺母。安装前清洁所有零件。'],
    ['ja', 'ホイールナットを27.5 N·mのトルクで締めます。取り付ける前に部品を清掃します。'],
    [null, ''],
    [null, '27 N·m'],
    [null, 'Radmutter anziehen.'],
    [null, '1 AT72-4021-3 2 NAS1149F0432P 3 MS21042L4 4 AT72-9 5 AT72-10 6 AT72-11 '.repeat(5)],
  ])('finds %s in %j', async (language, text) => {
    expect(await detectLanguage(text)).toBe(language);
  });
});

describe('the language of a document', () => {
  const html = (language: string, ...texts: string[]) =>
    `<html lang="${language}"><body>${texts.map((text) => `<p>${text}</p>`).join('')}</body></html>`;

  it.each([
    ['the text, if the file declares another', 'de', html('en-US', GERMAN)],
    ['the file, if the text has less detail', 'de-CH', html('de-CH', GERMAN)],
    ['the file, if the text is short', 'sv', html('sv', '27 N·m')],
    [
      'the file, if the text is a table',
      'sv',
      html('sv', `<table><tr><th>A</th><th>B</th></tr><tr><td>${GERMAN}</td><td>${GERMAN}</td></tr></table>`),
    ],
    ['nothing', null, '# Torque\n\n27 N·m\n'],
  ])('comes from %s', async (_what, language, content) => {
    expect((await readFile(content)).document.language).toBe(language);
  });

  it('is decided by the first pages, whose text is then forgotten', async () => {
    const page = (text: string): ExtractedPage => ({
      ...{ page_number: 1, label: null, text },
      blocks: [{ kind: 'paragraph', text, start: 0, end: text.length }],
    });
    const first = await observeLanguage(INITIAL_LANGUAGE, page(ENGLISH));
    expect(first).toEqual({ sample: `${ENGLISH}\n` });
    let state = first;
    for (let n = 0; n < 20; n += 1) state = await observeLanguage(state, page(`${n} ${ENGLISH}`));
    expect(state.sample).toBe('');
    expect(await observeLanguage(state, page(GERMAN))).toBe(state);
  });
});
