import { useState } from 'react';

const PREFIX = 'draft ';

/** Text that survives a reload of the tab, until its author signs out. */
export function useDraft(name: string): [string, (text: string) => void] {
  const key = PREFIX + name;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  const keep = (next: string): void => {
    setText(next);
    if (next === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  };
  return [text, keep];
}

/** Drafts belong to the account that wrote them. */
export function discardDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
