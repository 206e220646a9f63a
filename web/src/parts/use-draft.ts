import { useState } from 'react';

/** Text that survives a reload of the tab. */
export function useDraft(name: string): [string, (text: string) => void] {
  const key = `draft ${name}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  const keep = (next: string): void => {
    setText(next);
    if (next === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  };
  return [text, keep];
}
