import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type {
  CompareAddress,
  DocumentsAddress,
  ImportAddress,
  PublicationAddress,
  PublicationsAddress,
} from '../addresses.js';
import { signedIn, type Given } from '../signed-in.js';

const list = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents',
  component: lazyRouteComponent(() => import('./list/list-screen.js'), 'ListScreen'),
  validateSearch: ({ q, type, aircraft, ata, status }: Given): DocumentsAddress => ({
    ...(q && { q }),
    ...(type && { type }),
    ...(aircraft && { aircraft }),
    ...(ata && { ata }),
    ...(status && { status }),
  }),
});

const upload = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents/upload',
  component: lazyRouteComponent(() => import('./upload/upload-screen.js'), 'UploadScreen'),
});

const overview = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents/$documentId',
  component: lazyRouteComponent(() => import('./overview/overview-screen.js'), 'OverviewScreen'),
  // Mails about comments name the page.
  beforeLoad: ({ params, search }) => {
    const { page: pageNumber } = search as Given;
    if (!pageNumber) return;
    const to = '/documents/$documentId/pages/$pageNumber';
    throw redirect({ to, params: { ...params, pageNumber }, replace: true });
  },
});

const compare = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents/$documentId/compare',
  component: lazyRouteComponent(() => import('./compare/compare-screen.js'), 'CompareScreen'),
  validateSearch: ({ from, to, page }: Given): CompareAddress => ({
    ...(from && { from }),
    ...(to && { to }),
    ...(page && { page }),
  }),
});

const imports = createRoute({
  getParentRoute: () => signedIn,
  path: '/imports',
  component: lazyRouteComponent(() => import('./imports/imports-screen.js'), 'ImportsScreen'),
});

const oneImport = createRoute({
  getParentRoute: () => signedIn,
  path: '/imports/$importId',
  component: lazyRouteComponent(() => import('./imports/import-screen.js'), 'ImportScreen'),
  validateSearch: ({ state }: Given): ImportAddress => ({ ...(state && { state }) }),
});

const publications = createRoute({
  getParentRoute: () => signedIn,
  path: '/publications',
  component: lazyRouteComponent(() => import('./publications/publications-screen.js'), 'PublicationsScreen'),
  validateSearch: ({ q }: Given): PublicationsAddress => ({ ...(q && { q }) }),
});

const publication = createRoute({
  getParentRoute: () => signedIn,
  path: '/publications/$publicationId',
  component: lazyRouteComponent(() => import('./publications/publication-screen.js'), 'PublicationScreen'),
  validateSearch: ({ issue }: Given): PublicationAddress => ({ ...(issue && { issue }) }),
});

export const documentRoutes = [
  ...([list, upload, overview, compare] as const),
  ...([imports, oneImport, publications, publication] as const),
] as const;
