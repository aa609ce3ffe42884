import { slot } from '@svc/dashboard-sdk'

/** Under the charts of a server: what else is known of how it does. */
export const metricsSections = slot<{ readonly serverId: string }>('metrics.sections')
