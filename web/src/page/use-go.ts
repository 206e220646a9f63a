import { useNavigate } from '@tanstack/react-router';
import type { PageOf } from './use-page.js';

/** Opens another page or revision of the document. */
export function useGo({ documentId, revision }: PageOf) {
  const navigate = useNavigate();
  return (to: { pageNumber: number; revision?: string | undefined }) =>
    void navigate({
      to: '/documents/$documentId/pages/$pageNumber',
      params: { documentId, pageNumber: String(to.pageNumber) },
      search: 'revision' in to ? (to.revision ? { revision: to.revision } : {}) : revision ? { revision } : {},
    });
}
