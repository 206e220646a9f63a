import { weighTerms } from './term-weights.js';

describe('weighTerms', () => {
  it('gives the rarer word more, and numbers all', () => {
    const weights = weighTerms('how much nitrogen do I still put into TA32-11037-3');
    expect(weights.get('nitrogen')).toBe(1);
    expect(weights.get('ta32-11037-3')).toBe(1);
    expect(weights.get('much')).toBeLessThan(0.3);
    expect(weights.get('still')).toBeLessThan(0.4);
  });

  it('of a torque, gives the part more than the fastener', () => {
    const weights = weighTerms('torque of the trunnion bolt');
    expect(weights.get('trunnion')).toBe(1);
    expect([weights.get('torqu'), weights.get('bolt')]).toEqual([0.15, 0.15]);
    expect(weighTerms('torque link bolt').get('torqu')).toBe(1);
  });
});
