import { createRoute, lazyRouteComponent, Navigate } from '@tanstack/react-router';
import type {
  AircraftAddress,
  AssignmentAddress,
  DiscrepanciesAddress,
  FleetAddress,
  NewJobCardAddress,
} from '../addresses.js';
import { Sections, type Section } from '../parts/sections.js';
import { signedIn, type Given } from '../signed-in.js';
import { ACKNOWLEDGEMENT_STATE, DISCREPANCY_STATUS } from './words.js';

const SECTIONS: Section[] = [
  { to: '/fleet/aircraft', title: 'Aircraft' },
  { to: '/fleet/read-and-understood', title: 'Read and understood' },
  { to: '/fleet/discrepancies', title: 'Discrepancy reports' },
  { to: '/fleet/job-cards', title: 'Job cards' },
];

const fleet = createRoute({
  getParentRoute: () => signedIn,
  path: '/fleet',
  component: () => <Sections name="Fleet" sections={SECTIONS} />,
});

const first = createRoute({
  getParentRoute: () => fleet,
  path: '/',
  component: () => <Navigate to="/fleet/aircraft" replace />,
});

const register = createRoute({
  getParentRoute: () => fleet,
  path: '/aircraft',
  component: lazyRouteComponent(() => import('./aircraft/register-screen.js'), 'RegisterScreen'),
  validateSearch: ({ q }: Given): FleetAddress => ({ ...(q && { q }) }),
});

const aircraft = createRoute({
  getParentRoute: () => fleet,
  path: '/aircraft/$aircraftId',
  component: lazyRouteComponent(() => import('./aircraft/aircraft-screen.js'), 'AircraftScreen'),
  validateSearch: ({ hours, cycles, days }: Given): AircraftAddress => ({
    ...(hours && { hours }),
    ...(cycles && { cycles }),
    ...(days && { days }),
  }),
});

const aircraftImport = createRoute({
  getParentRoute: () => fleet,
  path: '/aircraft/import',
  component: lazyRouteComponent(() => import('./aircraft/import-screen.js'), 'ImportScreen'),
});

const readAndUnderstood = createRoute({
  getParentRoute: () => fleet,
  path: '/read-and-understood',
  component: lazyRouteComponent(
    () => import('./acknowledgements/read-and-understood-screen.js'),
    'ReadAndUnderstoodScreen',
  ),
});

const assignment = createRoute({
  getParentRoute: () => fleet,
  path: '/read-and-understood/$assignmentId',
  component: lazyRouteComponent(() => import('./acknowledgements/assignment-screen.js'), 'AssignmentScreen'),
  validateSearch: ({ state }: Given): AssignmentAddress => ({
    ...(state && state in ACKNOWLEDGEMENT_STATE && { state: state as NonNullable<AssignmentAddress['state']> }),
  }),
});

const discrepancies = createRoute({
  getParentRoute: () => fleet,
  path: '/discrepancies',
  component: lazyRouteComponent(() => import('./discrepancies/discrepancies-screen.js'), 'DiscrepanciesScreen'),
  validateSearch: ({ status, overdue }: Given): DiscrepanciesAddress => ({
    ...(status && status in DISCREPANCY_STATUS && { status: status as NonNullable<DiscrepanciesAddress['status']> }),
    ...(overdue === 'true' && { overdue }),
  }),
});

const report = createRoute({
  getParentRoute: () => fleet,
  path: '/discrepancies/$reportId',
  component: lazyRouteComponent(() => import('./discrepancies/report-screen.js'), 'ReportScreen'),
});

const jobCards = createRoute({
  getParentRoute: () => fleet,
  path: '/job-cards',
  component: lazyRouteComponent(() => import('./job-cards/job-cards-screen.js'), 'JobCardsScreen'),
});

const newJobCard = createRoute({
  getParentRoute: () => fleet,
  path: '/job-cards/new',
  component: lazyRouteComponent(() => import('./job-cards/new-job-card-screen.js'), 'NewJobCardScreen'),
  validateSearch: ({ aircraft: chosen, document, q }: Given): NewJobCardAddress => ({
    ...(chosen && { aircraft: chosen }),
    ...(document && { document }),
    ...(q && { q }),
  }),
});

export const fleetRoutes = fleet.addChildren([
  first,
  register,
  aircraft,
  aircraftImport,
  readAndUnderstood,
  assignment,
  discrepancies,
  report,
  jobCards,
  newJobCard,
]);
