import { createRoute } from '@tanstack/react-router';
import { Sections, type Section } from '../parts/sections.js';
import { signedIn } from '../signed-in.js';

const SECTIONS: Section[] = [];

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: () => <Sections name="Your account" sections={SECTIONS} />,
});

export const accountRoutes = account.addChildren([]);
