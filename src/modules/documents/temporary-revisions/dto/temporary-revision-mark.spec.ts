import { noticesInForce } from './temporary-revision-mark.js';

describe('noticesInForce', () => {
  it('leaves out notices on other pages that are changed', () => {
    const notices = [1, 2, 3].map((page_number) => ({ page_number }));
    const left = noticesInForce({ page_number: 3, notices, changed_pages: [2, 3] });
    expect(left.map(({ page_number }) => page_number)).toEqual([1, 3]);
  });
});
