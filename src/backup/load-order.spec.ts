import { orderByReferences } from './load-order.js';

describe('orderByReferences', () => {
  it('puts each table behind those it refers to', () => {
    const references = [
      { from: 'comments', to: 'users' },
      { from: 'users', to: 'organizations' },
      { from: 'comments', to: 'comments' },
      { from: 'documents', to: 'organizations' },
    ];
    const tables = ['comments', 'documents', 'organizations', 'users'];
    expect(orderByReferences(tables, references)).toEqual(['organizations', 'documents', 'users', 'comments']);
  });

  it('refuses a circle', () => {
    const circle = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ];
    expect(() => orderByReferences(['a', 'b', 'c'], circle)).toThrow('refer to each other: a, b');
  });
});
