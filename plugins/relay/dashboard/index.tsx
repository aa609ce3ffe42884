import { defineDashboard, fill, homeSections } from '@svc/dashboard-sdk'
import { channelForms } from '@svc/plugin-alerts/dashboard/pages'
import { pushPage } from './pages.ts'

export default defineDashboard({
  plugin: 'relay',
  pages: [pushPage],
  slots: [
    fill(channelForms, { id: 'push', order: 50, component: () => import('./channel-form.tsx') }),
    // Shows nothing: it attaches the subscription of this browser to the new session after a sign-in.
    fill(homeSections, {
      id: 'relay.attach',
      order: 90,
      when: () => 'Notification' in window && Notification.permission === 'granted',
      component: () => import('./attach-subscription.tsx'),
    }),
  ],
})
