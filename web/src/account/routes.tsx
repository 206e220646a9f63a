import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { KeysAddress } from '../addresses.js';
import { Sections, type Section } from '../parts/sections.js';
import { useMe } from '../parts/use-me.js';
import { signedIn, type Given } from '../signed-in.js';

const SECTIONS: (Section & { permission?: Parameters<ReturnType<typeof useMe>['can']>[0] })[] = [
  { to: '/account/keys', title: 'API keys', permission: 'api.access' },
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
    throw redirect({ to: '/account/keys', replace: true });
  },
});

const keys = createRoute({
  getParentRoute: () => account,
  path: '/keys',
  component: lazyRouteComponent(() => import('./keys-screen.js'), 'KeysScreen'),
  validateSearch: ({ side }: Given): KeysAddress => (side === 'test' ? { side } : {}),
});

export const accountRoutes = account.addChildren([index, keys]);
