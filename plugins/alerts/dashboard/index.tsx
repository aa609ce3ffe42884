import {
  defineDashboard,
  fill,
  headerItems,
  homeFigures,
  homeProblems,
  homeSections,
  navCounts,
} from '@svc/dashboard-sdk'
import { serverBadges, serverMarks, serverTabs } from '@svc/plugin-enrollment/dashboard/pages'
import { alertsPage, notificationsPage, rulesPage } from './pages.ts'
import { channelsPath, newestEvents } from './paths.ts'

export default defineDashboard({
  plugin: 'alerts',
  pages: [alertsPage, rulesPage, notificationsPage],
  widgets: [
    {
      type: 'alert-list',
      name: 'widget.alert-list.name',
      description: 'widget.alert-list.description',
      category: 'Status',
      sizing: { defaultW: 4, defaultH: 4, minW: 3, minH: 2, maxW: 8, maxH: 8, strategy: 'free' },
      load: () => import('./widgets/alert-list.tsx'),
    },
  ],
  slots: [
    fill(serverTabs, {
      id: 'alerts',
      order: 40,
      title: 'current.title',
      group: 'watch',
      component: () => import('./current/server-alerts.tsx'),
    }),
    fill(serverBadges, {
      id: 'alerts',
      order: 10,
      when: ({ where }) => where === 'header',
      component: () => import('./current/alert-badge.tsx'),
    }),
    fill(serverMarks, { id: 'alerts', order: 10, component: () => import('./current/chart-marks.tsx') }),
    fill(homeFigures, { id: 'alerts', order: 20, component: () => import('./home/alert-figure.tsx') }),
    fill(homeProblems, {
      id: 'alerts',
      order: 20,
      data: [newestEvents],
      component: () => import('./home/active-alerts.tsx'),
    }),
    fill(homeSections, {
      id: 'alerts',
      order: 10,
      data: [{ path: channelsPath, isForAdmins: true }],
      component: () => import('./home/first-steps.tsx'),
    }),
    fill(navCounts, { id: alertsPage.id, order: 10, component: () => import('./home/nav-count.tsx') }),
    fill(headerItems, { id: 'alerts', order: 10, component: () => import('./home/header-alerts.tsx') }),
  ],
})
