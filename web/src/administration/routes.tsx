import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Sections, type Section } from '../parts/sections.js';
import { useMe } from '../parts/use-me.js';
import { signedIn, type Given } from '../signed-in.js';
import type { AuditAddress } from '../addresses.js';

const SECTIONS: (Section & { permission: Parameters<ReturnType<typeof useMe>['can']>[0] })[] = [
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
  ...[identityProviders, identityProvider],
  ...[webhooks, webhook],
  ...[usage, audit, settings, organization],
]);
