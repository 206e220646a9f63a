import { capitalsNotice, follows, isBareLabel, isBareMarker, noticeKind, stepMarker } from './markers.js';

describe('noticeKind', () => {
  it.each([
    ['WARNING: DO NOT TOUCH THE BRAKE.', 'warning'],
    ['WARNING', 'warning'],
    ['W A R N I N G', 'warning'],
    ['WARNINGS:', 'warning'],
    ['CAUTION - DO NOT USE SOLVENT', 'caution'],
    ['CAUTION 2: Keep it dry.', 'caution'],
    ['** CAUTION **', 'caution'],
    ['Note: The pins are removed later.', 'note'],
    ['NOTE 1: See AMM.', 'note'],
    ['Warning! Hot surface', 'warning'],
    ['DANGER: HIGH VOLTAGE.', 'warning'],
    ['DANGER', 'warning'],
    ['D A N G E R', 'warning'],
    ['Danger: high voltage.', 'warning'],
    ['Warning | Hot surface', 'warning'],
    ['WARNING | HOT OIL', 'warning'],
    ['Warning | Red fluid is toxic', 'warning'],
    ['WARNING | 3000 PSI IN THE LINE', 'warning'],
    ['CAUTIONS', 'caution'],
    ['CAUTIONS: Keep it dry.', 'caution'],
    ['C A U T I O N S', 'caution'],
    ['WARNING:HOT', 'warning'],
    ['WARNING—HOT', 'warning'],
    ['** WARNING ** HOT', 'warning'],
    ['[WARNING] HOT', 'warning'],
    ['<CAUTION> HOT', 'caution'],
    ['WARNING NO. 3: HOT', 'warning'],
    ['WARNING (3): HOT', 'warning'],
    ['WARNING (REF. A): HOT', 'warning'],
    ['WARNING/CAUTION: HOT', 'warning'],
    ['CAUTION/WARNING: HOT', 'warning'],
    ['SAFETY WARNING: HOT', 'warning'],
    ['WARNINGS AND CAUTIONS:', 'warning'],
    ['CAUTIONS, NOTES:', 'caution'],
    ['Warning - Hot surface', 'warning'],
    ['R  WARNING: HOT', 'warning'],
    ['R  1 WARNING', null],
    ['⚠ Hot', 'warning'],
    ['⚠️', 'warning'],
    ['WARNUNG: Heiß', 'warning'],
    ['AVERTISSEMENT : chaud', 'warning'],
    ['ATTENTION: chaud', 'caution'],
    ['Vorsicht: heiß', 'caution'],
    ['HINWEIS: Siehe AMM', 'note'],
  ])('%s', (text, kind) => {
    expect(noticeKind(text)).toBe(kind);
  });

  it.each([
    'WARNING LIGHT INSPECTION',
    'Note that the pump runs.',
    'The WARNING: label is red.',
    'CAUTIONARY TALE',
    'DANGER AREAS OF THE PROPELLER',
    'DANGEROUS GOODS: LIST',
    'Warning lamps are amber.',
    'NOTEBOOK: computers',
    'WARNING LIGHT: INSPECTION',
    'CAUTION PANEL - REMOVAL',
    'WARNING SYSTEM TEST',
    'WARNINGS AND CAUTIONS',
    'Warning - lights and horns',
    'Attention: Technical Publications',
    'WARNING-CAUTION COMPUTER',
    'Warning | Red',
    'Caution | Amber 5 V',
    'WARNING | FLASHING RED LIGHT',
    'Caution | 28 V',
  ])('no notice: %s', (text) => {
    expect(noticeKind(text)).toBeNull();
  });

  it('needs no colon when the label stands apart', () => {
    expect(noticeKind('WARNING DO NOT SMOKE', 'WARNING'.length)).toBe('warning');
    expect(isBareLabel('CAUTION:')).toBe(true);
    expect(noticeKind('DANGER HIGH VOLTAGE', 'DANGER'.length)).toBe('warning');
    expect(noticeKind('Warning | Red', 'Warning'.length)).toBeNull();
  });
});

describe('a label in capitals before capitals', () => {
  it.each([
    ['WARNING DEPRESSURIZE THE HYDRAULIC SYSTEM', 'warning'],
    ['CAUTION DO NOT DROP THE UNIT', 'caution'],
    ['DANGER HIGH VOLTAGE', 'warning'],
    ['WARNING TO PREVENT INJURY, STAY CLEAR', 'warning'],
    ['WARNING SWITCH OFF THE PUMP', 'warning'],
    ['CAUTION UNITS ARE HEAVY', 'caution'],
    ['CAUTION 28 VDC ON THE TERMINALS', 'caution'],
    ['CAUTION TEST THE LIGHT BEFORE FLIGHT', 'caution'],
    ['WARNING SYSTEM IS UNDER PRESSURE', 'warning'],
    ['WARNING AREA IS CLOSED. DO NOT ENTER', 'warning'],
  ])('begins a notice: %s', (text, kind) => {
    expect(capitalsNotice(text)).toBe(kind);
  });

  it.each([
    ...['LIGHT', 'SYSTEM', 'HORN', 'LABELS', 'SYSTEM TEST', 'PANEL REMOVAL', 'AND CAUTION LIGHTS', 'ELECTRONIC UNIT'],
    ...['COMES ON', 'lights', 'EICAS message', '2'],
    ...['LIGHT COMES ON WHEN THE PRESSURE IS LOW', 'SYSTEM POWER SUPPLY IS FROM BUS 1.', 'TONE MUST STOP.'],
    ...['HORN OPERATES WHEN THE LEVER IS SET', 'LIGHTS ARE ON.', 'LIGHTS MUST BE OFF BEFORE YOU START THE TEST.'],
  ])('is a name, or spoken of: WARNING %s', (rest) => {
    expect(capitalsNotice(`WARNING ${rest}`)).toBeNull();
  });
});

describe('stepMarker', () => {
  it.each([
    ['1. Remove the cap', '1.', '1'],
    ['A. Job set-up', 'A.', 'A'],
    ['(12) Install the nut', '(1)', '12'],
    ['(c) Look for cracks', '(a)', 'c'],
    ['a. Look for cracks', 'a.', 'a'],
    ['3) Tighten', '1)', '3'],
    ['2.1.3 Torque', '1.1', '2.1.3'],
    ['[4] Drain', '[1]', '4'],
    ['Step 5: Drain', 'step', '5'],
    ['• Cleaning agent', '•', '•'],
  ])('%s', (text, style, number) => {
    expect(stepMarker(text)).toMatchObject({ style, number });
  });

  it.each(['118 to 126 N·m', '32-11-00 LANDING GEAR', '(see 3)', '1.5 mm', 'A.', 'e.g. bolts', '-55 °C'])(
    'none in %s',
    (text) => {
      expect(stepMarker(text)).toBeNull();
    },
  );

  it('tells a marker alone', () => {
    expect(['(1)', 'A.', '2.1', '•'].every(isBareMarker)).toBe(true);
    expect(isBareMarker('32-11-00')).toBe(false);
  });

  it('knows what follows', () => {
    expect(follows('4', '3')).toBe(true);
    expect(follows('C', 'B')).toBe(true);
    expect(follows('1.10', '1.9')).toBe(true);
    expect(follows('6', '11')).toBe(false);
  });
});
