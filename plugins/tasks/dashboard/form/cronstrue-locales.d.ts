// The package has no types for single locales.
declare module 'cronstrue/locales/*'
