import { latest } from '@svc/plugin-metrics/contract'
import { definePlugin } from '@svc/plugin-sdk'

/** Everything it shows is in its pages; without metrics there is nothing to show. */
export default definePlugin({ id: 'overview', requires: { latest }, setup: () => ({}) })
