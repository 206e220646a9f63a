import { readFile } from '../../../../test/support/manuals/read-file.js';
import { PassageLanguages } from './text-language.js';

const ENGLISH =
  'Torque the axle nut to 27 N·m. Install a new cotter pin, and make sure that the brake does not leak. Clean all parts, and look for damage before the installation.';
const GERMAN =
  'Die Radmutter mit 27,5 Nm anziehen. Danach den Splint einsetzen und die Bremse auf Dichtheit prüfen. Alle Teile vor dem Einbau reinigen und auf Schäden prüfen.';

const DANISH =
  'Hjulmøtrikken spændes med momentskruenøgle. Rengør alle dele før montering, og kontroller for skader. Understellet skal være aflastet, og hjulene skal være sikret.';

const MORE_DANISH =
  'Bremsen efterses for slid, og skiven udskiftes hvis tykkelsen er for lille. Monter en ny split, smør lejet med fedt, og drej hjulet langsomt imens bolten strammes.';

describe('the language of a passage', () => {
  it.each([
    ['en', ENGLISH],
    [
      'en',
      'WARNING: DEPRESSURIZE THE HYDRAULIC SYSTEM BEFORE YOU DISCONNECT THE LINES. HOT FLUID CAN CAUSE INJURY, AND PARTS MAY MOVE SUDDENLY.',
    ],
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
    ['zh', '拆下 MAIN WHEEL AXLE NUT，检查 BRAKE ASSEMBLY。轮胎压力 不得超过 3000 PSI，安装 COTTER PIN 并锁紧。'],
    ['und', `${DANISH} ${MORE_DANISH}`],
    [null, DANISH],
    [
      'en',
      'The surface area A is πr², and the resistance is 4 Ω. Make sure that the resistance does not increase with the length of the line, and that the ground of the tester is good. Record each value in the log.',
    ],
    [null, 'Main wheel axle nut | Torque | See note\n'.repeat(30)],
    [null, ''],
    [null, '27 N·m'],
    [null, 'Radmutter anziehen.'],
    [null, '1 AT72-4021-3 2 NAS1149F0432P 3 MS21042L4 4 AT72-9 5 AT72-10 6 AT72-11 '.repeat(5)],
  ])('finds %s in %j', async (language, text) => {
    expect(await new PassageLanguages({}).next(text)).toBe(language);
  });

  it('is not English for a long passage that is unclear, also in an English document', async () => {
    const languages = new PassageLanguages({ en: 10_000 });
    expect(await languages.next(`${DANISH} ${MORE_DANISH}`)).toBe('und');
    expect(await languages.next(DANISH)).toBe('en');
  });

  it('is that of the document so far if the passage does not show it', async () => {
    const languages = new PassageLanguages({});
    const found = [];
    for (const text of ['27 N·m', ENGLISH, 'M6 | 9', GERMAN, 'M6 | 9', GERMAN.repeat(2), 'M6 | 9'])
      found.push(await languages.next(text));
    expect(found).toEqual([null, 'en', 'en', 'de', expect.stringMatching(/de|en/), 'de', 'de']);
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
      'the cells of a table',
      'de',
      html('sv', `<table><tr><th>A</th><th>B</th></tr><tr><td>${GERMAN}</td><td>${GERMAN}</td></tr></table>`),
    ],
    ['the other language than English of most of it', 'de', html('en', `${ENGLISH}</p><h2>Hauptrad</h2><p>${GERMAN}`)],
    ['nothing', null, '# Torque\n\n27 N·m\n'],
  ])('comes from %s', async (_what, language, content) => {
    expect((await readFile(content)).document.language).toBe(language);
  });
});
