import { slot } from '@svc/dashboard-sdk'

/** Cards below the charts of a server. */
export const chartCards = slot<{ readonly serverId: string }>('metrics.chartCards')
