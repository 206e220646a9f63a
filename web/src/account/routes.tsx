import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { KeysAddress, NotificationsAddress } from '../addresses.js';
import { Sections, type Section } from '../parts/sections.js';
import { useMe } from '../parts/use-me.js';
import { signedIn, type Given } from '../signed-in.js';

const SECTIONS: (Section & { permission?: Parameters<ReturnType<typeof useMe>['can']>[0] })[] = [
  { to: '/account/notifications', title: 'Notifications' },
  { to: '/account/preferences', title: 'Preferences' },
  { to: '/account/security', title: 'Security' },
  { to: '/account/keys', title: 'API keys', permission: 'api.access' },
  { to: '/account/applications', title: 'Applications' },
  { to: '/account/shares', title: 'Shared with me' },
];

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: function Account() {
    const { can } = useMe();
    const sections = SECTIONS.filter(({ permission }) => permission === undefined || can(permission));
    return <Sections name="Your account" sections={sections} />;
  },
});

const index = createRoute({
  getParentRoute: () => account,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/account/notifications', replace: true });
  },
});

const keys = createRoute({
  getParentRoute: () => account,
  path: '/keys',
  component: lazyRouteComponent(() => import('./keys-screen.js'), 'KeysScreen'),
  validateSearch: ({ side }: Given): KeysAddress => (side === 'test' ? { side } : {}),
});

const notifications = createRoute({
  getParentRoute: () => account,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./notifications-screen.js'), 'NotificationsScreen'),
  validateSearch: ({ show }: Given): NotificationsAddress => (show === 'unread' || show === 'mention' ? { show } : {}),
});

const preferences = createRoute({
  getParentRoute: () => account,
  path: '/preferences',
  component: lazyRouteComponent(() => import('./preferences-screen.js'), 'PreferencesScreen'),
});

const security = createRoute({
  getParentRoute: () => account,
  path: '/security',
  component: lazyRouteComponent(() => import('./security-screen.js'), 'SecurityScreen'),
});

const applications = createRoute({
  getParentRoute: () => account,
  path: '/applications',
  component: lazyRouteComponent(() => import('./applications-screen.js'), 'ApplicationsScreen'),
});

const shares = createRoute({
  getParentRoute: () => account,
  path: '/shares',
  component: lazyRouteComponent(() => import('./shares-screen.js'), 'SharesScreen'),
});

export const accountRoutes = account.addChildren([
  ...[index, notifications, preferences, security],
  ...[keys, applications, shares],
]);
