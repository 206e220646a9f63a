/** The import rules of the console, in docs/architecture.md. */
const SCREENS = ['search', 'page', 'ask', 'documents', 'fleet', 'job-cards', 'account', 'administration', 'mailed'];

/** Resolved by the compiler to its source. Its files to import are there only once it is built. */
const CLIENT = '^aviation-maintenance-knowledge-client$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'console-knows-the-client-alone',
      severity: 'error',
      comment: 'It talks to the service as every other client does.',
      from: { path: '^web/src/' },
      to: { path: '^(src|packages|migrations|scripts|bench|eval|test|sdk/src/(?!index\\.ts$))' },
    },
    {
      name: 'parts-know-no-screen',
      severity: 'error',
      from: { path: '^web/src/(parts|session)/' },
      to: { path: `^web/src/(shell|${SCREENS.join('|')}|routes)` },
    },
    {
      name: 'session-knows-no-screen-and-no-framework',
      severity: 'error',
      from: { path: '^web/src/session/' },
      to: { path: 'node_modules/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-unknown-packages',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-dev', 'unknown'], dependencyTypesNot: ['type-only'], pathNot: CLIENT },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: CLIENT } },
  ],
  options: {
    doNotFollow: { path: 'node_modules|^sdk' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.css'],
    },
  },
};
