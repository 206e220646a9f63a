/** Packages that ship ES modules only: Jest on Node 20 runs CommonJS, so they are down-levelled like our own sources. */
const esmPackages = [
  '@nestjs',
  'otplib',
  '@otplib',
  '@noble',
  '@scure',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  'load-esm',
  'stemmer',
  'typeid-js',
  'jose',
  'oidc-provider',
  'es-toolkit',
  'typeorm',
  '@huggingface/tokenizers',
  'uuid',
  '@borewit',
  'yargs',
  'uid',
  'iterare',
  'parse5',
  'franc-min',
  'trigram-utils',
  'n-gram',
  'collapse-white-space',
  'entities',
];

const common = {
  testEnvironment: 'node',
  transform: {
    '^.+\\.m?[jt]s$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2023',
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.js'],
    // Sources of the workspaces, not what was built of them.
    '^@amks/([^/]+)/(.*)\\.js$': '<rootDir>/packages/$1/src/$2.ts',
  },
  modulePathIgnorePatterns: [
    '<rootDir>/dist',
    '<rootDir>/.data',
    '<rootDir>/sdk/dist',
    '<rootDir>/packages/[^/]+/dist',
  ],
};

const withDatabase = {
  globalSetup: '<rootDir>/test/support/service/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/service/global-teardown.mjs',
};

export default {
  maxWorkers: 2,
  testTimeout: 600_000,
  reporters: ['default', '<rootDir>/test/support/service/summary-reporter.mjs'],
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['src', 'packages', 'eval', 'sdk/test', 'test/contract'].map(
        (folder) => `<rootDir>/${folder}/**/*.spec.ts`,
      ),
    },
    { ...common, ...withDatabase, displayName: 'integration', testMatch: ['<rootDir>/test/integration/**/*.spec.ts'] },
    { ...common, ...withDatabase, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.spec.ts'] },
    { ...common, ...withDatabase, displayName: 'fuzz', testMatch: ['<rootDir>/test/fuzz/**/*.spec.ts'] },
    {
      ...common,
      ...withDatabase,
      globalSetup: '<rootDir>/test/support/service/cluster-setup.mjs',
      displayName: 'cluster',
      testMatch: ['<rootDir>/test/cluster/**/*.spec.ts'],
    },
  ],
};
