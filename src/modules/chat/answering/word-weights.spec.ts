import { weighWords } from './word-weights.js';

describe('weighWords', () => {
  it('gives the rarer word more, and numbers all', () => {
    const weights = weighWords('how much nitrogen do I still put into TA32-11037-3');
    expect(weights.get('nitrogen')).toBe(1);
    expect(weights.get('ta32-11037-3')).toBe(1);
    expect(weights.get('much')).toBeLessThan(0.3);
    expect(weights.get('still')).toBeLessThan(0.4);
  });

  it('of a torque, gives the part more than the fastener', () => {
    const weights = weighWords('torque of the trunnion bolt');
    expect(weights.get('trunnion')).toBe(1);
    expect([weights.get('torqu'), weights.get('bolt')]).toEqual([0.15, 0.15]);
    expect(weighWords('torque link bolt').get('torqu')).toBe(1);
  });
});
