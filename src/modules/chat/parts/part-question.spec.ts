import { partQuestionOf } from './part-question.js';

describe('questions about a part number', () => {
  it.each([
    ['What replaces PN QX32-1146-1?', 'replacement', 'QX32-1146-1'],
    ['which part number supersedes qx32-1146-1', 'replacement', 'QX32-1146-1'],
    ['Has P/N QX32-1146-1 been superseded?', 'replacement', 'QX32-1146-1'],
    ['QX32-1146-1 is replaced by what?', 'replacement', 'QX32-1146-1'],
    ['What is the replacement for QX32-1146-1?', 'replacement', 'QX32-1146-1'],
    ['By what is P/N QX32-1146-1 superseded?', 'replacement', 'QX32-1146-1'],
    ['Where is part number QX32-1146-1 used?', 'use', 'QX32-1146-1'],
    ['where used QX32-1146-1', 'use', 'QX32-1146-1'],
  ])('%s', (text, asks, number) => {
    expect(partQuestionOf(text)).toEqual({ asks, number });
  });

  it('can ask for the number of a part', () => {
    expect(partQuestionOf('What is the part number of the apex pin?')).toEqual({ asks: 'number', name: 'apex pin' });
  });

  it.each([
    'QX32-1146-1',
    'What replaces QX32-1146-1 and QX32-1146-3?',
    'Which torque is used for the nut QX32-1146-1?',
    'Where is the chapter 32-11-30 used?',
    'What replaces QX32-1146-1 after hard landings?',
    'What was superseded by QX32-1146-3?',
    'Which part number is replaced by QX32-1146-3?',
    'What has QX32-1146-1 replaced?',
    'What does QX32-1146-1 replace?',
    'Is QX32-1146-1 the replacement for anything?',
    'What is the superseded part number of QX32-1146-3?',
    'Replaced part of QX32-1146-3',
    'Which part number QX32-1146-3 replaces?',
    'What part is QX32-1146-3 the replacement of?',
  ])('leave to the documents: %s', (text) => {
    expect(partQuestionOf(text)).toBeNull();
  });
});
