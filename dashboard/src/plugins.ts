import type { DashboardPlugin } from '@svc/dashboard-sdk'

const modules = import.meta.glob<DashboardPlugin>('../../plugins/*/dashboard/index.tsx', {
  eager: true,
  import: 'default',
})

/** The dashboards of all folders in `plugins/`, in the order of their names. Only those of running plugins are shown. */
export const dashboards: readonly DashboardPlugin[] = Object.values(modules)
