/**
 * Whether this process does work that is there for any of them: jobs, and tasks by the clock. The service does; tools of the
 * command line do not, since their shell may lack the service's settings, and mail would go to nowhere.
 */
export const BACKGROUND_WORK = Symbol('background work');
