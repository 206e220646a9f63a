/**
 * Whether this process does work that is there for any of them: jobs, and tasks by the clock. Processes with the role all or
 * worker do; tools of the command line do not, since their shell may lack the service's settings, and mail would go to nowhere.
 */
export const BACKGROUND_WORK = Symbol('background work');

/**
 * Whether this process answers requests, and keeps ready what it needs for that, such as the search index. Processes with
 * the role all or api do.
 */
export const ANSWERS_REQUESTS = Symbol('answers requests');
