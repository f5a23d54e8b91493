// How the page and its tests are written. `./jaipur format` fixes the layout; `./jaipur lint` checks
// the rest, too. The layout rules keep line breaks: a rule of CSS or a handler may stay on one line.
import css from '@eslint/css';
import js from '@eslint/js';
import stylistic from '@stylistic/eslint-plugin';
import {defineConfig} from 'eslint/config';
import typescript from 'typescript-eslint';

const scripts = ['**/*.{ts,tsx,mjs,js}'];

export default defineConfig(
  {ignores: ['**/node_modules/', 'build/', 'client/web/generated/']},
  {linterOptions: {reportUnusedDisableDirectives: 'error'}},
  {
    files: scripts,
    extends: [js.configs.recommended, typescript.configs.recommended],
    plugins: {'@stylistic': stylistic},
    rules: {
      // TypeScript knows which names exist, and reports unused ones.
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': ['error', {argsIgnorePattern: '^_', ignoreRestSiblings: true}],
      '@typescript-eslint/no-unused-expressions': ['error', {allowTernary: true}],
      '@stylistic/arrow-parens': ['error', 'as-needed'],
      '@stylistic/arrow-spacing': 'error',
      '@stylistic/block-spacing': 'error',
      '@stylistic/brace-style': ['error', '1tbs', {allowSingleLine: true}],
      '@stylistic/comma-spacing': 'error',
      '@stylistic/comma-style': 'error',
      '@stylistic/eol-last': 'error',
      '@stylistic/function-call-spacing': 'error',
      '@stylistic/jsx-quotes': 'error',
      '@stylistic/key-spacing': 'error',
      '@stylistic/keyword-spacing': 'error',
      '@stylistic/linebreak-style': 'error',
      '@stylistic/no-extra-semi': 'error',
      '@stylistic/no-multi-spaces': ['error', {ignoreEOLComments: true}],
      '@stylistic/no-multiple-empty-lines': ['error', {max: 1, maxBOF: 0, maxEOF: 0}],
      '@stylistic/no-tabs': 'error',
      '@stylistic/no-trailing-spaces': 'error',
      '@stylistic/no-whitespace-before-property': 'error',
      '@stylistic/object-curly-spacing': 'error',
      '@stylistic/array-bracket-spacing': 'error',
      '@stylistic/padded-blocks': ['error', 'never'],
      '@stylistic/quotes': ['error', 'single', {avoidEscape: true, allowTemplateLiterals: 'never'}],
      '@stylistic/semi': 'error',
      '@stylistic/semi-spacing': 'error',
      '@stylistic/space-before-blocks': 'error',
      '@stylistic/space-before-function-paren': ['error', {anonymous: 'never', named: 'never', asyncArrow: 'always'}],
      '@stylistic/space-in-parens': 'error',
      '@stylistic/space-infix-ops': 'error',
      '@stylistic/spaced-comment': 'error',
      '@stylistic/template-curly-spacing': 'error',
      '@stylistic/type-annotation-spacing': 'error',
      '@stylistic/member-delimiter-style': ['error', {singleline: {requireLast: false}}],
      '@stylistic/indent': ['error', 2, {flatTernaryExpressions: true}],
    },
  },
  // Tests take apart messages that have no type.
  {files: ['tests/**'], rules: {'@typescript-eslint/no-explicit-any': 'off'}},
  // French has no-break spaces before some punctuation marks, in templates as in strings.
  {files: ['client/web/src/i18n/**'], rules: {'no-irregular-whitespace': ['error', {skipTemplates: true}]}},
  // The benchmark's reference program finds Debian's modules through NODE_PATH, which only require() reads.
  {files: ['tests/bench/**'], rules: {'@typescript-eslint/no-require-imports': 'off'}},
  {
    files: ['**/*.css'],
    plugins: {css},
    language: 'css/css',
    languageOptions: {tolerant: true},
    extends: ['css/recommended'],
    rules: {
      'css/font-family-fallbacks': 'off',
      'css/no-important': 'off',
      'css/no-invalid-properties': ['error', {allowUnknownVariables: true}],
      'css/use-baseline': 'off',
    },
  },
);
