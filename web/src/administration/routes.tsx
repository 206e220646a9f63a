import { createRoute } from '@tanstack/react-router';
import { Sections, type Section } from '../parts/sections.js';
import { useMe } from '../parts/use-me.js';
import { signedIn } from '../signed-in.js';

const SECTIONS: (Section & { permission: Parameters<ReturnType<typeof useMe>['can']>[0] })[] = [];

const administration = createRoute({
  getParentRoute: () => signedIn,
  path: '/administration',
  component: function Administration() {
    const { can } = useMe();
    return <Sections name="Administration" sections={SECTIONS.filter(({ permission }) => can(permission))} />;
  },
});

export const administrationRoutes = administration.addChildren([]);
