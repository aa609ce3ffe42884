/** A plugin that comes with the program; it is imported when it is selected and not before. */
export interface Bundled {
  readonly id: string
  /** the deployment cannot run without it */
  readonly required: boolean
  load(): Promise<{ default: unknown }>
}

// `as string` keeps the compiler from pulling in sources that need the kernel in their tests; bundlers see the literal.
export const bundled: readonly Bundled[] = [
  { id: 'system', required: true, load: () => import('@svc/plugin-system' as string) },
  { id: 'auth', required: true, load: () => import('@svc/plugin-auth' as string) },
  { id: 'enrollment', required: true, load: () => import('@svc/plugin-enrollment' as string) },
  { id: 'metrics', required: false, load: () => import('@svc/plugin-metrics' as string) },
  { id: 'alerts', required: false, load: () => import('@svc/plugin-alerts' as string) },
  { id: 'geoip', required: false, load: () => import('@svc/plugin-geoip' as string) },
  { id: 'probes', required: false, load: () => import('@svc/plugin-probes' as string) },
  { id: 'monitors', required: false, load: () => import('@svc/plugin-monitors' as string) },
  { id: 'processes', required: false, load: () => import('@svc/plugin-processes' as string) },
  { id: 'widgets', required: false, load: () => import('@svc/plugin-widgets' as string) },
  { id: 'dashboards', required: false, load: () => import('@svc/plugin-dashboards' as string) },
  { id: 'mobile', required: false, load: () => import('@svc/plugin-mobile' as string) },
]
