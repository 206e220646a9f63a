/**
 * The import rules of docs/architecture.md. test/contract/import-rules.spec.ts plants a violation of each and expects it
 * to be found here.
 */
const module_ = (name) => `^src/modules/${name}/`;
/** Each module may import the ones before it, never one after it. */
const ORDER = [
  'audit',
  'users',
  'settings',
  'auth',
  'oauth',
  'fleet',
  'documents',
  'applicability',
  'tasks',
  'parts',
  'directives',
  'ingestion',
  'search',
  'collaboration',
  'assignments',
  'offline',
  'chat',
  'mcp',
  'webhooks',
  'usage',
  'organizations',
  'health',
];

const leftwards = ORDER.map((name, index) => ({
  name: `${name}-imports-leftwards-only`,
  severity: 'error',
  comment: `src/modules/${name} may import only: ${ORDER.slice(0, index).join(', ') || 'no other module'}`,
  from: { path: module_(name) },
  to: { path: `^src/modules/(?!${[...ORDER.slice(0, index), name].join('|')})[^/]+/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...leftwards,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'packages-know-no-service',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(src|migrations|scripts|bench|eval)/' },
    },
    {
      name: 'language-is-the-lowest-package',
      severity: 'error',
      from: { path: '^packages/language/' },
      to: { path: '^packages/(?!language/)' },
    },
    {
      name: 'reader-and-search-engine-are-apart',
      severity: 'error',
      from: { path: '^packages/(reader|search-engine)/' },
      to: { path: '^packages/(?!$1/|language/)' },
    },
    {
      name: 'packages-stay-small',
      severity: 'error',
      comment: 'No framework and no database in a package.',
      from: { path: '^packages/' },
      to: { path: 'node_modules/(@nestjs|typeorm|pg|fastify)/' },
    },
    {
      name: 'common-knows-nothing-above-it',
      severity: 'error',
      from: { path: '^src/common/' },
      to: { path: '^src/(modules|integrations|backup|config|demo|start|[^/]+\\.ts$)' },
    },
    {
      name: 'integrations-know-no-module',
      severity: 'error',
      from: { path: '^src/integrations/' },
      to: { path: '^src/(modules|backup|config|demo|start|[^/]+\\.ts$)' },
    },
    {
      name: 'modules-know-no-settings-file',
      severity: 'error',
      comment: 'Settings come in through the constructor.',
      from: { path: '^src/modules/' },
      to: { path: '^src/(backup|config|demo|start|[^/]+\\.ts$)' },
    },
    {
      name: 'controllers-use-services',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: '\\.(repository|entity)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'other-modules-by-their-surface',
      severity: 'error',
      comment:
        'Between modules only services, modules, events and response shapes; entities for entities and repositories.',
      from: { path: '^src/modules/([^/]+)/', pathNot: '\\.(entity|repository)\\.ts$' },
      to: {
        path: '^src/modules/([^/]+)/',
        pathNot: '^src/modules/$1/|\\.(service|module|events)\\.ts$|/dto/',
      },
    },
    {
      name: 'typeorm-stays-in-data-access',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '\\.(entity|repository)\\.ts$|^src/common/(database|pagination|common\\.module)|^src/start/(data-source|migrate)\\.ts$',
      },
      to: { path: 'node_modules/typeorm', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'oauth-server-knows-no-pages',
      severity: 'error',
      comment: 'What the authorization server shows, it is handed as OAuthPages.',
      from: { path: '^src/modules/oauth/(server|grants|clients)/' },
      to: { path: '^src/modules/oauth/pages/' },
    },
    {
      name: 'no-unknown-packages',
      severity: 'error',
      from: { path: '^(src|packages)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-dev', 'unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // pdfjs-dist's types are reached by a path that its package.json does not export.
    exclude: { path: '\\.spec\\.ts$|^pdfjs-dist/types/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs'],
    },
  },
};
