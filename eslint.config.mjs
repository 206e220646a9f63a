import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', '.data/', 'node_modules/', 'coverage/', 'sdk/dist/', 'packages/*/dist/', 'sdk/src/schema.ts'] },
  {
    files: ['**/*.ts', 'web/**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.check.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-console': 'error',
      'max-lines': ['error', 400],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    languageOptions: {
      parserOptions: {
        project: ['./web/tsconfig.json', './web/offline/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // The router redirects by throwing.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
      ],
      'no-restricted-globals': ['error', { name: 'localStorage', message: 'Only Mantine keeps a preference there.' }],
      'no-restricted-syntax': [
        'error',
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Show texts as text.' },
      ],
    },
  },
  {
    files: ['web/offline/**'],
    // The latest time that the device has shown is kept there.
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: ['scripts/**', 'bench/**', 'eval/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // Supertest-like response bodies are untyped by nature; assertions check them.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
);
