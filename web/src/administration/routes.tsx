import { createRoute, lazyRouteComponent, Navigate } from '@tanstack/react-router';
import type { AuditAddress, PeopleAddress, ServiceKeysAddress } from '../addresses.js';
import { LoadingRows } from '../parts/list-table.js';
import { Sections, type Section } from '../parts/sections.js';
import { useMe } from '../parts/use-me.js';
import { signedIn, type Given } from '../signed-in.js';

/** Only administrators have `system.settings`, as service accounts and their keys require. */
const SECTIONS: (Section & { permission: Parameters<ReturnType<typeof useMe>['can']>[0] })[] = [
  { to: '/administration/people', title: 'People', permission: 'user.manage' },
  { to: '/administration/teams', title: 'Teams', permission: 'user.manage' },
  { to: '/administration/roles', title: 'Roles', permission: 'user.manage' },
  { to: '/administration/service-accounts', title: 'Service accounts', permission: 'system.settings' },
  { to: '/administration/api-keys', title: 'API keys', permission: 'system.settings' },
  { to: '/administration/applications', title: 'Applications', permission: 'system.settings' },
  { to: '/administration/identity-providers', title: 'Company sign-on', permission: 'system.settings' },
  { to: '/administration/webhooks', title: 'Webhooks', permission: 'webhook.manage' },
  { to: '/administration/usage', title: 'Usage', permission: 'system.settings' },
  { to: '/administration/audit', title: 'Audit', permission: 'audit.view' },
  { to: '/administration/settings', title: 'Settings', permission: 'system.settings' },
  { to: '/administration/organization', title: 'Export and deletion', permission: 'system.settings' },
];

const administration = createRoute({
  getParentRoute: () => signedIn,
  path: '/administration',
  component: function Administration() {
    const { can } = useMe();
    return <Sections name="Administration" sections={SECTIONS.filter(({ permission }) => can(permission))} />;
  },
});

const first = createRoute({
  getParentRoute: () => administration,
  path: '/',
  component: function FirstSection() {
    const { permissions, can } = useMe();
    if (!permissions) return <LoadingRows />;
    const to = SECTIONS.find(({ permission }) => can(permission))?.to ?? '/';
    return <Navigate to={to} replace />;
  },
});

const people = createRoute({
  getParentRoute: () => administration,
  path: '/people',
  component: lazyRouteComponent(() => import('./people/people-screen.js'), 'PeopleScreen'),
  validateSearch: ({ q, role, team, status }: Given): PeopleAddress => ({
    ...(q && { q }),
    ...(role && { role: role as NonNullable<PeopleAddress['role']> }),
    ...(team && { team }),
    ...(status && { status: status as NonNullable<PeopleAddress['status']> }),
  }),
});

const teams = createRoute({
  getParentRoute: () => administration,
  path: '/teams',
  component: lazyRouteComponent(() => import('./people/teams-screen.js'), 'TeamsScreen'),
});

const roles = createRoute({
  getParentRoute: () => administration,
  path: '/roles',
  component: lazyRouteComponent(() => import('./people/roles-screen.js'), 'RolesScreen'),
});

const serviceAccounts = createRoute({
  getParentRoute: () => administration,
  path: '/service-accounts',
  component: lazyRouteComponent(() => import('./access/service-accounts-screen.js'), 'ServiceAccountsScreen'),
});

const apiKeys = createRoute({
  getParentRoute: () => administration,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('./access/api-keys-screen.js'), 'ApiKeysScreen'),
  validateSearch: ({ owner }: Given): ServiceKeysAddress => ({ ...(owner && { owner }) }),
});

const applications = createRoute({
  getParentRoute: () => administration,
  path: '/applications',
  component: lazyRouteComponent(() => import('./access/applications-screen.js'), 'ApplicationsScreen'),
});

const identityProviders = createRoute({
  getParentRoute: () => administration,
  path: '/identity-providers',
  component: lazyRouteComponent(() => import('./sign-in/providers-screen.js'), 'ProvidersScreen'),
});

const identityProvider = createRoute({
  getParentRoute: () => administration,
  path: '/identity-providers/$providerId',
  component: lazyRouteComponent(() => import('./sign-in/provider-screen.js'), 'ProviderScreen'),
});

const webhooks = createRoute({
  getParentRoute: () => administration,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks/webhooks-screen.js'), 'WebhooksScreen'),
});

const webhook = createRoute({
  getParentRoute: () => administration,
  path: '/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('./webhooks/webhook-screen.js'), 'WebhookScreen'),
});

const usage = createRoute({
  getParentRoute: () => administration,
  path: '/usage',
  component: lazyRouteComponent(() => import('./organization/usage-screen.js'), 'UsageScreen'),
});

const audit = createRoute({
  getParentRoute: () => administration,
  path: '/audit',
  component: lazyRouteComponent(() => import('./organization/audit-screen.js'), 'AuditScreen'),
  validateSearch: ({ action, result, actor, target, since, until }: Given): AuditAddress => ({
    ...(action && { action }),
    ...((result === 'success' || result === 'failure') && { result }),
    ...(actor && { actor }),
    ...(target && { target }),
    ...(since && { since }),
    ...(until && { until }),
  }),
});

const settings = createRoute({
  getParentRoute: () => administration,
  path: '/settings',
  component: lazyRouteComponent(() => import('./organization/settings-screen.js'), 'SettingsScreen'),
});

const organization = createRoute({
  getParentRoute: () => administration,
  path: '/organization',
  component: lazyRouteComponent(() => import('./organization/organization-screen.js'), 'OrganizationScreen'),
});

export const administrationRoutes = administration.addChildren([
  first,
  people,
  teams,
  roles,
  serviceAccounts,
  apiKeys,
  applications,
  ...[identityProviders, identityProvider],
  ...[webhooks, webhook],
  ...[usage, audit, settings, organization],
]);
