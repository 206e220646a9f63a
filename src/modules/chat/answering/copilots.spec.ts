import { COPILOT_TYPES, COPILOTS, findCopilot } from './copilots.js';

describe('copilots', () => {
  it('has one entry for each type of the contract', () => {
    expect(COPILOTS.map(({ copilot_type }) => copilot_type)).toEqual([...COPILOT_TYPES]);
  });

  it('finds by type', () => {
    expect(findCopilot('parts')?.preferred_document_types[0]).toBe('IPC');
    expect(findCopilot('pilot')).toBeNull();
  });
});
