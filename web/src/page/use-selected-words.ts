import { useEffect, useState, type RefObject } from 'react';

/** The words that are selected inside of the element, in one line; empty without any. */
export function useSelectedWords(place: RefObject<HTMLElement | null>): string {
  const [words, setWords] = useState('');
  useEffect(() => {
    const read = (): void => {
      const selection = window.getSelection();
      const isInside = place.current?.contains(selection?.anchorNode ?? null) ?? false;
      setWords(isInside ? (selection?.toString().replace(/\s+/g, ' ').trim() ?? '') : '');
    };
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, [place]);
  return words;
}
