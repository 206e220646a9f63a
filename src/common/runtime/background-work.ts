/** True for the roles all and worker; false for command-line tools, whose environment may lack settings of the service. */
export const BACKGROUND_WORK = Symbol('background work');

/** Whether this process answers requests and keeps what they need, such as the search index. True for the roles all and api. */
export const ANSWERS_REQUESTS = Symbol('answers requests');
