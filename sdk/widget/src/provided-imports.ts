/** Import specifiers provided by the dashboard. Builds keep these external and bundle everything else. */
export const providedImports = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  '@svc/widget-sdk',
  '@svc/widget-sdk/z',
  '@svc/widget-sdk/hooks',
  '@svc/widget-sdk/actions',
] as const

/** One of `providedImports`. */
export type ProvidedImport = (typeof providedImports)[number]
